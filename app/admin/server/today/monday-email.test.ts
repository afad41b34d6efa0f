import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../../core/config.ts'
import type { ConnectionSource } from '../../../../core/server/connected-services.ts'
import { createEmailWriter } from '../../../../core/server/mail/email-templates.ts'
import { peoplePaths } from '../../../../features/people/contract/people-paths.ts'
import { fillPeople } from '../../../../features/people/testing/people.ts'
import { applyRetention } from '../../../../features/privacy/server/retention.ts'
import { loadBuiltRenderer } from '../../../../features/site/server/files/renderer.ts'
import { originalSite } from '../../../../tests/helpers/original-site.ts'
import { startSignedIn, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { features } from '../../../features.ts'
import { findLastMonday } from './last-monday.ts'
import { sendMondayEmail } from './monday-email.ts'

const monday = new Date('2026-11-23T12:30:00Z')
const hourMs = 60 * 60 * 1000
const later = (hours: number) => new Date(monday.getTime() + hours * hourMs)

/** A site in New York, where `monday` is 7:30 AM, with a due step with Ann and one with Tom */
async function start() {
  const env = { TIME_ZONE: 'America/New_York', NOTIFY_EMAIL: 'owner@example.org' }
  const { server, cookie } = await startSignedIn({ env })
  await fillPeople(server)
  await server.query('delete from lead_notices')
  await server.query('delete from outbox_messages')
  await server.query(
    `insert into next_steps (email, text, due_on) values
       ('ann@example.org', 'Bring Ann the plan', '2026-11-20'),
       ('tom@harbor.example', 'Call Tom', '2026-11-23')`,
  )
  return { server, cookie }
}

const turnOn = (server: TestServer, cookie: string, isMailed = true) =>
  server.send('/api/settings/today', { method: 'PUT', cookie, json: { isMailed } })

async function run(
  { instance: { db } }: TestServer,
  now: Date,
  notifyEmail = 'owner@example.org',
): Promise<void> {
  const env = { PUBLIC_URL: 'https://office.test', TIME_ZONE: 'America/New_York', BACKUPS_KEEP: '0' }
  const config = readConfig({ ...env, NOTIFY_EMAIL: notifyEmail }, '/nowhere')
  const site = originalSite(config.publicUrl)
  const writeEmail = createEmailWriter(await loadBuiltRenderer(), { read: async () => site })
  const connections = { read: async () => ({ mail: {} }) } as unknown as ConnectionSource
  await sendMondayEmail({ db, config, connections, writeEmail, features }, now)
}

const mails = (server: TestServer) =>
  server.query<{ recipient: string; text: string; html: string; about: string[] }>(
    `select recipient, subject, text, html, about from outbox_messages where kind = 'today' order by id`,
  )

describe('the Monday email', () => {
  test('is off until an owner turns it on', async () => {
    const { server, cookie } = await start()
    const read = async () => (await server.send('/api/settings/today', { cookie })).json()
    expect(await read()).toMatchObject({ settings: { isMailed: false }, notifyEmail: 'owner@example.org' })
    await run(server, monday)
    expect(await mails(server)).toEqual([])
    expect(await (await turnOn(server, cookie)).json()).toMatchObject({ settings: { isMailed: true } })
    expect(await read()).toMatchObject({ settings: { isMailed: true } })
    expect((await server.send('/api/settings/today', { method: 'PUT', cookie, json: {} })).status).toBe(400)
    await turnOn(server, cookie, false)
    await run(server, later(7 * 24))
    expect(await mails(server)).toEqual([])
    expect(await server.query(`select details from activity where action = 'setting-changed'`)).toEqual(
      Array(2).fill({ details: { setting: 'today' } }),
    )
  })

  test('has the lines of Today with links, once for a Monday, whatever the clock and other instances do', async () => {
    const { server, cookie } = await start()
    await turnOn(server, cookie)
    await server.query(`update settings set value = value || '{"week":"2026-11-16"}' where key = 'today'`)
    await run(server, later(-24))
    await run(server, later(-1))
    expect(await mails(server)).toEqual([])
    await Promise.all([1, 2, 3, 4].map(() => run(server, monday)))
    await run(server, later(3))
    await run(server, later(24))
    const [mail, ...others] = await mails(server)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: 'owner@example.org', subject: 'Your week: what needs you' })
    expect(mail?.text).toContain(
      `Next steps\n\nBring Ann the plan https://office.test${peoplePaths.adminPerson('contact', 1)}\nAnn E., Shop · was due Nov 20, 2026`,
    )
    expect(mail?.html).toContain('Call Tom</a>')

    // The clock jumps ahead by 40 days, and back.
    await run(server, new Date('2027-01-04T13:00:00Z'))
    await run(server, monday)
    expect(await mails(server)).toHaveLength(2)
  })

  test('is not written in a week in which nothing is due at 7 AM, or without a recipient', async () => {
    const { server, cookie } = await start()
    await turnOn(server, cookie)
    await server.query(`update settings set value = value || '{"week":"2026-11-16"}' where key = 'today'`)
    await server.query(`update next_steps set due_on = '2026-12-24'`)
    await run(server, monday)
    await server.query(`update next_steps set due_on = '2026-11-23'`)
    await run(server, later(2))
    expect(await mails(server)).toEqual([])
    await run(server, later(7 * 24))
    expect(await mails(server)).toHaveLength(1)

    await run(server, later(14 * 24), '')
    expect(await mails(server)).toHaveLength(1)
  })

  test('loses the line about a person who is erased, and keeps the others', async () => {
    const { server, cookie } = await start()
    await turnOn(server, cookie)
    await server.query(`update settings set value = value || '{"week":"2026-11-16"}' where key = 'today'`)
    await run(server, monday)
    expect((await mails(server))[0]?.about).toEqual(['ann@example.org', 'tom@harbor.example'])
    await server.send('/api/people/waitlist/1', { method: 'DELETE', cookie })
    await server.query(`update person_deletions set deleted_at = deleted_at - interval '40 days'`)
    for (const table of ['contact_submissions', 'training_waitlist'])
      await server.query(
        `update ${table} set deleted_at = deleted_at - interval '40 days', created_at = created_at - interval '41 days'`,
      )
    await applyRetention({ db: server.instance.db, features })
    const [mail] = await mails(server)
    for (const kind of ['text', 'html'] as const) {
      expect(mail?.[kind]).not.toMatch(/Ann|contact-1/)
      expect(mail?.[kind]).toContain('Call Tom')
      expect(mail?.[kind]).toContain('This entry was deleted.')
    }
    expect(mail?.about).toEqual(['tom@harbor.example'])
  })
})

test.each([
  ['2026-11-23T12:00:00Z', 'America/New_York', '2026-11-23', true],
  ['2026-11-23T11:59:59Z', 'America/New_York', '2026-11-16', false],
  ['2026-11-24T04:59:00Z', 'America/New_York', '2026-11-23', true],
  ['2026-11-24T05:00:00Z', 'America/New_York', '2026-11-23', false],
  ['2026-11-22T20:00:00Z', 'Pacific/Auckland', '2026-11-23', true],
  ['2026-11-29T12:00:00Z', 'UTC', '2026-11-23', false],
  // On the Monday after a change to daylight saving time
  ['2026-03-09T11:00:00Z', 'America/New_York', '2026-03-09', true],
  ['2026-03-09T10:59:00Z', 'America/New_York', '2026-03-02', false],
])('at %s in %s, the last Monday is %s', (now, timeZone, day, isToday) => {
  expect(findLastMonday(new Date(now), timeZone)).toEqual({ day, isToday })
})
