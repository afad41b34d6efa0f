import type { Issue } from '../../contract/newsletter.ts'

/** True if neither the server nor an admin has anything left to do for this newsletter issue */
export const isOver = ({ isRefused, finishedAt, queued }: Issue) =>
  !isRefused && finishedAt !== null && queued === 0

export function stateOf(issue: Issue): string {
  if (issue.isRefused) return 'Stopped'
  if (isOver(issue)) return issue.sent > 0 ? 'Sent' : issue.failed > 0 ? 'Failed' : 'Not sent'
  if (issue.pausedAt) return 'Paused'
  if (issue.startsAt) return 'Scheduled'
  return issue.byHand ? 'Waiting in Outbox' : 'Sending'
}
