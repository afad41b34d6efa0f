import { expect } from 'vitest'
import { type RecordedPart, rowOf } from '../../../tests/helpers/recorded-day.ts'
import {
  issueCancel,
  issuePause,
  issueResume,
  issueStart,
  subscriberErase,
  subscriberImport,
  subscriberRemove,
} from '../contract/newsletter.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'

export const recorded: RecordedPart = {
  async pass({ act, newRows, send, ...day }, cookie) {
    const body = { addresses: 'canary3@example.org\ncanary4@example.org', consent: 'CANARY consent' }
    await day.do(subscriberImport, { cookie, body })
    expect(await newRows()).toEqual([rowOf('subscribers-imported', null, { added: 2 })])
    await day.do(issueStart, { cookie, body: { postId: 1 } })
    expect((await act(issueStart, { cookie, body: { postId: 1 } })).status).toBe(422)
    expect(await newRows()).toEqual([rowOf('issue-started', 'issue 1', { copies: 2 })])
    for (let click = 0; click < 2; click++) await act(issuePause, { cookie, params: { id: 1 } })
    for (let click = 0; click < 2; click++) await act(issueResume, { cookie, params: { id: 1 } })
    expect(await newRows()).toEqual([rowOf('issue-paused', 'issue 1'), rowOf('issue-resumed', 'issue 1')])
    const later = { subject: 'Later', words: 'CANARY words', startsAt: '2100-01-02T03:04:00.000Z' }
    await day.do(issueStart, { cookie, body: later })
    expect(await newRows()).toEqual([rowOf('issue-scheduled', 'issue 2', { for: later.startsAt })])
    for (let click = 0; click < 2; click++) await act(issueCancel, { cookie, params: { id: 2 } })
    expect(await newRows()).toEqual([rowOf('issue-canceled', 'issue 2')])
    for (let click = 0; click < 2; click++) await day.do(subscriberRemove, { cookie, params: { id: 1 } })
    expect(await newRows()).toEqual([rowOf('subscriber-removed', 'subscriber 1')])
    await day.do(subscriberErase, { cookie, params: { id: 1 } })
    expect((await act(subscriberErase, { cookie, params: { id: 1 } })).status).toBe(404)
    expect(await newRows()).toEqual([rowOf('subscriber-erased', 'subscriber 1')])
    const file = newsletterPaths.subscribersFile
    expect((await send(file, { method: 'HEAD', cookie })).status).toBe(405)
    expect(await newRows()).toEqual([])
    expect((await send(file, { cookie })).status).toBe(200)
    expect(await newRows()).toEqual([rowOf('subscribers-exported')])
  },
  unrecorded: [
    'POST /api/newsletter/preview',
    'POST /api/newsletter/test',
    'POST /api/newsletter/subscribers/:id/again',
  ],
}
