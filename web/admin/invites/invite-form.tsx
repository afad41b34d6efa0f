import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  checkInvite,
  emptyInvite,
  type InviteField,
  type InviteResponse,
  type InviteValues,
  inviteCreate,
  inviteLimits,
  inviteList,
  inviteMessages,
} from '../../../contracts/invites.ts'
import { defaultTopics, topicsRead } from '../../../contracts/topics.ts'
import { AddressField } from '../../address-field.tsx'
import { InputField, TextField } from '../../ui/field.tsx'
import { apiQuery, queryKeyOf } from '../api.ts'
import { useApiMutation } from '../use-api-mutation.ts'
import { useUnsavedQuestion } from '../use-leave-guard.ts'
import { showSent } from './show-sent.ts'

const topicsId = 'author-topics'
const whyId = 'send-invite-why'

export function InviteForm({ onSent }: { onSent: (response: InviteResponse) => void }) {
  const form = useForm<InviteValues>({ defaultValues: emptyInvite })
  const { errors, isDirty } = form.formState
  useUnsavedQuestion(isDirty)
  const { run, busy } = useApiMutation(inviteCreate, {
    invalidates: [queryKeyOf(inviteList)],
    failure: inviteMessages.failed,
    onSuccess(response) {
      form.reset(emptyInvite)
      showSent(response)
      onSent(response)
    },
  })
  const [email, topic] = form.watch(['email', 'suggestedTopic'])
  const isReady = email.trim() !== '' && topic.trim() !== ''
  const { data } = useQuery(apiQuery(topicsRead))
  const topics = data?.topics ?? defaultTopics

  function send() {
    if (!isReady) return
    form.clearErrors()
    const checked = checkInvite(form.getValues())
    if (checked.ok) return run({ body: checked.values })
    for (const [field, message] of Object.entries(checked.errors))
      form.setError(field as InviteField, { message }, { shouldFocus: true })
  }

  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
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
