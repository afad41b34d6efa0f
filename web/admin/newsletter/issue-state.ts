import type { Issue } from '../../../contracts/newsletter.ts'

/** Nothing of it is left to do, by us or by the admin. */
export const isOver = ({ isRefused, finishedAt, queued }: Issue) =>
  !isRefused && finishedAt !== null && queued === 0

export function stateOf(one: Issue): string {
  if (one.isRefused) return 'Stopped'
  if (isOver(one)) return one.sent > 0 ? 'Sent' : one.failed > 0 ? 'Failed' : 'Not sent'
  if (one.pausedAt) return 'Paused'
  return one.byHand ? 'Waiting in Outbox' : 'Sending'
}
