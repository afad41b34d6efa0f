import { expect, test } from 'vitest'
import { features } from '../../../app/features.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import type { OutboxEntry } from '../../contract/outbox.ts'
import { paths } from '../../contract/paths.ts'
import type { Role } from '../../contract/roles.ts'
import { kindsWith, mailKindsOf } from './mail-hooks.ts'
import { queueMail } from './outbox.ts'

const hidden: Record<Role, string[]> = {
  helper: [
    'offer',
    'training',
    'confirmation',
    'newsletter',
    'rights',
    'team',
    'security',
    'event',
    'feedback',
  ],
  editor: ['team', 'security'],
  owner: [],
}

test('the Outbox hides the emails whose links give rights that the reader lacks', async () => {
  const server = await startTestServer()
  await server.signIn()
  const ids = new Map<string, number>()
  const { db } = server.instance
  for (const kind of mailKindsOf(features)) {
    const mail = { kind, to: 'ann@example.org', subject: kind.name, text: 'Hello' }
    ids.set(kind.name, await queueMail(db, mail))
  }
  const mailKinds = [...ids.keys()]
  for (const role of ['helper', 'editor', 'owner'] as const) {
    const cookie = await server.signIn({ username: role, role })
    const list: OutboxEntry[] = await (await server.send('/api/outbox', { cookie })).json()
    const visible = mailKinds.filter((kind) => !hidden[role].includes(kind))
    expect(list.map(({ kind }) => kind).sort(), role).toEqual([...visible].sort())
    const urgent = await (await server.send('/api/outbox?urgent=1', { cookie })).json()
    expect(urgent.length).toBe(role === 'helper' ? 0 : kindsWith('isRequest', mailKindsOf(features)).length)
    const news = await (await server.send('/api/news', { cookie })).json()
    expect(news).toMatchObject({ queuedMails: visible.length, sendsByHand: true })
    for (const kind of mailKinds) {
      const id = ids.get(kind) ?? 0
      const expected = hidden[role].includes(kind) ? 404 : 200
      for (const path of [`/api/outbox/${id}`, paths.api.outboxFile(id)])
        expect((await server.send(path, { cookie })).status, `${role}: ${kind}`).toBe(expected)
      if (expected === 404)
        for (const path of [`/api/outbox/${id}/again`, `/api/outbox/${id}/handed-over`])
          expect((await server.send(path, { cookie, method: 'POST' })).status, `${role}: ${kind}`).toBe(404)
    }
  }
  expect(await server.query(`select from outbox_messages where status <> 'queued'`)).toEqual([])
})
