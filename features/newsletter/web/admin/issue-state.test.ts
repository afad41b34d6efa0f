import { expect, test } from 'vitest'
import type { Issue } from '../../contract/newsletter.ts'
import { isOver, stateOf } from './issue-state.ts'

const sent: Issue = {
  id: 1,
  subject: 'One',
  startedBy: 'Ann',
  createdAt: '2026-01-01T00:00:00.000Z',
  startsAt: null,
  pausedAt: null,
  finishedAt: '2026-01-01T00:01:00.000Z',
  isRefused: false,
  byHand: false,
  total: 10,
  waiting: 0,
  queued: 0,
  sent: 10,
  failed: 0,
  leftOut: 0,
}

test('an issue whose emails were all rejected waits for the admin, although none is left to send', () => {
  const refused = { ...sent, pausedAt: sent.finishedAt, isRefused: true, sent: 0, failed: 10 }
  expect([stateOf(refused), isOver(refused)]).toEqual(['Stopped', false])
  expect([stateOf(sent), isOver(sent)]).toEqual(['Sent', true])
  expect(stateOf({ ...sent, queued: 3, pausedAt: sent.finishedAt })).toBe('Paused')
  const scheduled = { ...sent, startsAt: '2026-01-02T00:00:00.000Z', finishedAt: null, total: 0, sent: 0 }
  expect([stateOf(scheduled), isOver(scheduled)]).toEqual(['Scheduled', false])
  expect(stateOf({ ...scheduled, pausedAt: sent.createdAt })).toBe('Paused')
  expect(stateOf({ ...sent, queued: 3 })).toBe('Sending')
  expect(stateOf({ ...sent, queued: 3, byHand: true })).toBe('Waiting in Outbox')
})

test('a newsletter that reached no one is not called sent', () => {
  expect(stateOf({ ...sent, sent: 0, failed: 10 })).toBe('Failed')
  expect(stateOf({ ...sent, sent: 0, leftOut: 10 })).toBe('Not sent')
})
