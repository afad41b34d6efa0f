import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  checkInvite,
  emptyInvite,
  type InviteField,
  type InviteResponse,
  type InviteValues,
  inviteLimits,
  inviteMessages,
} from '../../../contracts/invites.ts'
import { defaultTopics, topicsRead } from '../../../contracts/topics.ts'
import { AddressField } from '../../address-field.tsx'
import { explainFailure } from '../../api-failures.ts'
import { InputField, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'
import { apiQuery } from '../api.ts'
import { callSignedIn } from '../sign-in-again.ts'
import { useUnsavedQuestion } from '../use-leave-guard.ts'
import { inviteListKey, sendInvite } from './invite-calls.ts'
import { showSent } from './show-sent.ts'

const topicsId = 'author-topics'
const whyId = 'send-invite-why'

export function InviteForm({ onSent }: { onSent: (answer: InviteResponse) => void }) {
  const form = useForm<InviteValues>({ defaultValues: emptyInvite })
  const { errors, isDirty } = form.formState
  useUnsavedQuestion(isDirty)
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [email, topic] = form.watch(['email', 'suggestedTopic'])
  const isReady = email.trim() !== '' && topic.trim() !== ''
  const { data } = useQuery(apiQuery(topicsRead))
  const topics = data?.topics ?? defaultTopics

  async function send() {
    if (busy || !isReady) return
    form.clearErrors()
    const checked = checkInvite(form.getValues())
    if (!checked.ok) {
      for (const [field, message] of Object.entries(checked.errors))
        form.setError(field as InviteField, { message }, { shouldFocus: true })
      return
    }
    setBusy(true)
    try {
      const answer = await callSignedIn(() => sendInvite(checked.values))
      form.reset(emptyInvite)
      showSent(answer)
      onSent(answer)
      void queries.invalidateQueries({ queryKey: [inviteListKey] })
    } catch (error) {
      showToast({
        title: inviteMessages.failed,
        description: explainFailure(error),
        tone: 'destructive',
      })
    }
    setBusy(false)
  }

  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <AddressField
        label="Author Email"
        pointsOutNoDot
        required
        autoComplete="off"
        maxLength={inviteLimits.email}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <InputField
        label="Author Name"
        autoComplete="off"
        maxLength={inviteLimits.name}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <InputField
        label="Suggested Topic"
        required
        autoComplete="off"
        list={topicsId}
        maxLength={inviteLimits.suggestedTopic}
        error={errors.suggestedTopic?.message}
        {...form.register('suggestedTopic')}
      />
      <datalist id={topicsId}>
        {topics.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <TextField
        label="Personal Message (optional)"
        rows={4}
        maxLength={inviteLimits.customMessage}
        error={errors.customMessage?.message}
        {...form.register('customMessage')}
      />
      <div className="form-row">
        <InputField
          label="Draft due by (optional)"
          type="date"
          error={errors.dueDate?.message}
          {...form.register('dueDate')}
        />
        <InputField
          label="Days they have to reply"
          type="number"
          min={1}
          max={inviteLimits.answerDays}
          error={errors.answerDays?.message}
          {...form.register('answerDays')}
        />
      </div>
      <button
        type="submit"
        className="btn"
        disabled={!isReady}
        aria-disabled={busy || undefined}
        aria-describedby={isReady ? undefined : whyId}
      >
        {busy ? 'Sending...' : 'Send Invitation'}
      </button>
      {!isReady && (
        <p className="field-hint" id={whyId}>
          {inviteMessages.incomplete}
        </p>
      )}
    </form>
  )
}
