import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { AddressField } from '../../../../../core/web/address-field.tsx'
import { apiQuery, queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { NewLink } from '../../../../../core/web/admin/link-to-copy.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { useUnsavedQuestion } from '../../../../../core/web/admin/use-leave-guard.ts'
import { Button } from '../../../../../core/web/ui/button.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { defaultTopics, topicsRead } from '../../../../site/contract/topics.ts'
import {
  checkInvite,
  emptyInvite,
  type InviteField,
  type InviteResponse,
  type InviteValues,
  inviteCreate,
  inviteLabels,
  inviteList,
  inviteMessages,
} from '../../../contract/invites.ts'
import { InviteFields } from '../../invite-fields.tsx'
import { InviteList } from './invite-list.tsx'
import { showSent } from './show-sent.ts'

/** The form that invites guest authors, and the list of invitations with their status */
export function AuthorsTab() {
  const [sent, setSent] = useState<InviteResponse>()
  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Author Invites</h1>
      </div>
      {sent && <InviteLink key={sent.inviteUrl} response={sent} />}
      <div className="authors">
        <Section id="invite-title" title="Invite an author">
          <InviteForm onSent={setSent} />
        </Section>
        <InviteList onSent={setSent} />
      </div>
    </div>
  )
}

function InviteLink({ response: { invite, inviteUrl, delivery } }: { response: InviteResponse }) {
  const name = invite.name || invite.email
  return <NewLink name={name} recipient={name} link={inviteUrl} delivery={delivery} />
}

const whyId = 'send-invite-why'

function InviteForm({ onSent }: { onSent: (response: InviteResponse) => void }) {
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

  function send() {
    if (!isReady) return
    form.clearErrors()
    const checked = checkInvite(form.getValues())
    if (checked.ok) return run({ body: checked.values })
    for (const [field, message] of Object.entries(checked.errors))
      form.setError(field as InviteField, { message }, { shouldFocus: true })
  }

  return (
    <Form onSubmit={send}>
      <InviteFields
        field={(name) => ({
          label: inviteLabels[name],
          error: errors[name]?.message,
          ...form.register(name),
        })}
        addressField={(props) => <AddressField {...props} />}
        topics={data?.topics ?? defaultTopics}
        messageRows={4}
      />
      <Button type="submit" disabled={!isReady} busy={busy} aria-describedby={isReady ? undefined : whyId}>
        {busy ? 'Sending...' : 'Send Invitation'}
      </Button>
      {!isReady && (
        <p className="field-hint" id={whyId}>
          {inviteMessages.incomplete}
        </p>
      )}
    </Form>
  )
}
