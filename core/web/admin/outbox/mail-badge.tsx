import { formatRecent } from '../../../contract/format-date.ts'
import { type MailState, mailStateLabels, type OutboxEntry } from '../../../contract/outbox.ts'

const looks: Record<MailState, string> = {
  queued: 'badge badge-draft',
  sent: 'badge badge-live',
  failed: 'badge badge-failed',
  handed_over: 'badge badge-live',
  withdrawn: 'tag',
}

/** The state of an email. If it has no next attempt, nothing will send it automatically, so the badge says so. */
export function MailBadge({ mail: { status, nextAttemptAt } }: { mail: OutboxEntry }) {
  const isByHand = status === 'queued' && nextAttemptAt === null
  return <span className={looks[status]}>{isByHand ? waitingForYou : mailStateLabels[status]}</span>
}

export const waitingForYou = 'Waiting for you'

/** "Needs sending by tomorrow, 2:15 AM", for an email with a deadline that will not be sent automatically */
export function SendBy({ mail: { sendBy, nextAttemptAt } }: { mail: OutboxEntry }) {
  if (sendBy === null || nextAttemptAt !== null) return null
  const time = formatRecent(sendBy).replace(/^(Tomorrow|Yesterday)/, (day) => day.toLowerCase())
  const isLate = Date.parse(sendBy) < Date.now()
  return (
    <span className="send-by">
      {isLate ? 'Needed sending' : 'Needs sending'} by {time}
    </span>
  )
}
