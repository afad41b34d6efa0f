import { formatRecent } from '../../../contract/format-date.ts'
import { mailMarkSent, mailRead, mailRetry, type OutboxMail, outboxList } from '../../../contract/outbox.ts'
import { paths } from '../../../contract/paths.ts'
import { call } from '../../api.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fact } from '../../ui/fact.tsx'
import { mailto } from '../../ui/mailto.ts'
import { Modal } from '../../ui/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { showToast } from '../../ui/toast.ts'
import { apiQuery, queryKeyOf } from '../api.ts'
import { useLoaded } from '../load-problem.tsx'
import { labelOfMail } from '../names.ts'
import { unreadCountsQuery } from '../unread-counts.tsx'
import { useApiMutation } from '../use-api-mutation.ts'
import { MailBadge, SendBy } from './mail-badge.tsx'

export function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, notLoaded } = useLoaded(apiQuery(mailRead, { params: { id } }), 'the email')
  return (
    <Modal title={data ? data.subject : 'Email'} onClose={onClose} wide>
      {notLoaded}
      {data && <OpenMail mail={data} />}
    </Modal>
  )
}

function OpenMail({ mail }: { mail: OutboxMail }) {
  const isOpen = mail.status === 'queued' || mail.status === 'failed'
  const isWithdrawn = mail.status === 'withdrawn'
  const { link } = mail

  const params = { id: mail.id }
  const { run, busy } = useApiMutation(
    (endpoint: typeof mailMarkSent | typeof mailRetry) => call(endpoint, { params }),
    {
      failure: 'Something went wrong.',
      onSuccess(_, endpoint) {
        const title = endpoint === mailRetry ? 'Queued again' : 'Marked as sent'
        showToast({ title, description: mail.subject })
      },
      // A failure usually means that the email was sent or canceled in the meantime.
      alwaysInvalidates: [
        queryKeyOf(mailRead, { params }),
        queryKeyOf(outboxList),
        unreadCountsQuery.queryKey,
      ],
    },
  )

  return (
    <div className="mail">
      <dl className="mail-facts">
        <Fact name="To">{mail.to}</Fact>
        <Fact name="Type">{labelOfMail(mail.kind)}</Fact>
        <Fact name="Status">
          <MailBadge mail={mail} /> {timesOf(mail)} <SendBy mail={mail} />
        </Fact>
      </dl>
      {mail.problem &&
        (isWithdrawn ? (
          <p className="form-note">{mail.problem}</p>
        ) : (
          <Notice tone="problem">{mail.problem}</Notice>
        ))}
      <ScrollRegion label="Text of the email">
        <p className="mail-text" dir="auto">
          {mail.text}
        </p>
      </ScrollRegion>
      {!isWithdrawn && (
        <div className="mail-actions">
          <CopyButton label="Copy text" text={() => mail.text} />
          {link !== null && <CopyButton label="Copy link" text={() => link} />}
          <a className="btn btn-quiet" href={mailtoOf(mail)}>
            Open in email app
          </a>
          <a className="btn btn-quiet" href={paths.api.outboxFile(mail.id)} download>
            Download .eml
          </a>
        </div>
      )}
      {isOpen && (
        <div className="mail-actions">
          <Button busy={busy} onClick={() => run(mailMarkSent)}>
            Mark as sent
          </Button>
          {(mail.status === 'failed' || mail.nextAttemptAt !== null) && (
            <QuietButton busy={busy} onClick={() => run(mailRetry)}>
              Try again
            </QuietButton>
          )}
        </div>
      )}
    </div>
  )
}

function timesOf({ createdAt, sentAt, nextAttemptAt, attempts, status }: OutboxMail): string {
  if (sentAt) return formatRecent(sentAt)
  if (status === 'withdrawn') return `written ${formatRecent(createdAt)}`
  const since = `since ${formatRecent(createdAt)}`
  // Emails that wait for their feature are held until the year 9999 (`heldUntil` in core/server/mail/outbox.ts).
  if (nextAttemptAt?.startsWith('9999')) return `${since}, paused`
  if (status === 'queued' && attempts > 0 && nextAttemptAt)
    return `${since}, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}, next at ${formatRecent(nextAttemptAt)}`
  return since
}

/** A mailto link. Some email apps cut off links after about 2,000 characters, so longer links omit the text. */
function mailtoOf({ to, subject, text }: OutboxMail): string {
  const short = `${mailto(to)}?subject=${encodeURIComponent(subject)}`
  const whole = `${short}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
  return whole.length <= 1900 ? whole : short
}
