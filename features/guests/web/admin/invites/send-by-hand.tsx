import { useState } from 'react'
import { mailMarkSent, mailRead, outboxList } from '../../../../../core/contract/outbox.ts'
import { paths } from '../../../../../core/contract/paths.ts'
import { queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { LinkToCopy } from '../../../../../core/web/admin/link-to-copy.tsx'
import { ScreenLink } from '../../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../../core/web/api.ts'
import { SmallButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { describeMailToSend, type Invite } from '../../../contract/invites.ts'

type SendByHandProps = { name: string; toSend: NonNullable<Invite['toSend']>; onSent: () => Promise<void> }

/** An email to a guest that the admin still has to send, because no email server is set up */
export function SendByHand({ name, toSend, onSent }: SendByHandProps) {
  const [link, setLink] = useState<string>()
  const params = { id: toSend.mailId }
  const failure = 'That didn’t work.'
  const copying = useApiMutation(
    async () => {
      const mail = await call(mailRead, { params })
      if (mail.link === null) throw new Error('This email has no link.')
      // Also shown, because some browsers refuse to copy after waiting for a response.
      setLink(mail.link)
      await navigator.clipboard?.writeText(mail.link).then(
        () => showToast({ title: 'Link copied', description: `Send it to ${name}, then mark it as sent.` }),
        () => {},
      )
    },
    { failure },
  )
  const marking = useApiMutation(mailMarkSent, {
    invalidates: [queryKeyOf(outboxList)],
    failure,
    onSuccess() {
      showToast({ title: 'Marked as sent', description: name })
      setLink(undefined)
      return onSent()
    },
  })

  return (
    <div className="invite-to-send">
      <p>
        <strong dir="auto">{describeMailToSend(toSend, name)}</strong>
      </p>
      {link !== undefined && <LinkToCopy name={name} link={link} button="Copy again" />}
      <p className="form-actions" aria-busy={copying.busy || marking.busy}>
        {link === undefined && (
          <SmallButton onClick={() => copying.run()}>
            Copy link<span className="sr-only"> for {name}</span>
          </SmallButton>
        )}
        <TextButton onClick={() => marking.run({ params })}>
          Mark as sent<span className="sr-only"> to {name}</span>
        </TextButton>
        <ScreenLink className="text-button" href={paths.adminMail(toSend.mailId)}>
          See the message<span className="sr-only"> to {name}</span>
        </ScreenLink>
      </p>
    </div>
  )
}
