import { type MailState, mailStateLabels } from '../../../contracts/outbox.ts'

const looks: Record<MailState, string> = {
  queued: 'badge badge-draft',
  sent: 'badge badge-live',
  failed: 'badge badge-failed',
  handed_over: 'badge badge-live',
  withdrawn: 'tag',
}

export function MailBadge({ status }: { status: MailState }) {
  return <span className={looks[status]}>{mailStateLabels[status]}</span>
}
