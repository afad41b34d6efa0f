import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { describeMailToSend, type Invite, inviteName } from '../../../contracts/invites.ts'
import { outboxMail } from '../../../contracts/outbox.ts'
import { paths } from '../../../contracts/paths.ts'
import { callApi } from '../../api.ts'
import { explainFailure } from '../../api-failures.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { InputField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'
import { ScreenLink } from '../screen-link.tsx'
import { callSignedIn } from '../sign-in-again.ts'

/** What the admin still has to tell a guest by hand, where no email server does it; nothing where there is nothing. */
export function SendByHand({ invite, onSent }: { invite: Invite; onSent: () => Promise<void> }) {
  const { toSend } = invite
  const [link, setLink] = useState<string>()
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  if (!toSend) return null
  const { mailId } = toSend
  const name = inviteName(invite)

  async function act(call: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    try {
      await callSignedIn(call)
    } catch (error) {
      showToast({ title: 'That didn’t work.', description: explainFailure(error), tone: 'destructive' })
    }
    setBusy(false)
  }
  const copy = () =>
    act(async () => {
      const mail = z.parse(outboxMail, await callApi('GET', paths.api.outboxMail(mailId)))
      if (mail.link === null) throw new Error('This email has no link.')
      // It is shown as well: some browsers copy only right after a click.
      setLink(mail.link)
      await navigator.clipboard?.writeText(mail.link).then(
        () => showToast({ title: 'Link copied', description: `Send it to ${name}, then mark it as sent.` }),
        () => {},
      )
    })
  const markSent = () =>
    act(async () => {
      await callApi('POST', paths.api.outboxHandedOver(mailId))
      showToast({ title: 'Marked as sent', description: name })
      setLink(undefined)
      await Promise.all(
        [paths.api.outbox, paths.api.news].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
      await onSent()
    })

  return (
    <div className="invite-to-send">
      <p>
        <strong dir="auto">{describeMailToSend(toSend, name)}</strong>
      </p>
      {link !== undefined && (
        <div className="invite-link-row">
          <InputField
            label={`Link for ${name}`}
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label="Copy again" text={() => link} />
        </div>
      )}
      <p className="form-actions" aria-busy={busy}>
        {link === undefined && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => void copy()}>
            Copy link<span className="sr-only"> for {name}</span>
          </button>
        )}
        <button type="button" className="text-button" onClick={() => void markSent()}>
          Mark as sent<span className="sr-only"> to {name}</span>
        </button>
        <ScreenLink className="text-button" href={paths.adminMail(mailId)}>
          See the message<span className="sr-only"> to {name}</span>
        </ScreenLink>
      </p>
    </div>
  )
}
