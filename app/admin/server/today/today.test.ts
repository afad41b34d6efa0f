import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import {
  openRoom,
  read as readRoom,
  save,
  start as startRoom,
  submit,
} from '../../../../features/guests/testing/writing-room.ts'
import { peoplePaths } from '../../../../features/people/contract/people-paths.ts'
import { postPaths } from '../../../../features/posts/contract/post-paths.ts'
import { temporaryFolder } from '../../../../tests/helpers/temporary-folder.ts'
import { startSignedIn, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { linesOf, readToday as read, setStatus, startToday as start } from '../../testing/today.ts'

test('has nothing on a quiet day', async () => {
  const { server, cookie } = await start()
  await server.query(`update users set display_name = 'Ann', email = 'ann@example.org'`)
  const { day, sections, newEntries, ...ofFeatures } = await read(server, cookie)
  expect({ day, sections, newEntries }).toEqual({
    day: new Date().toISOString().slice(0, 10),
    sections: [],
    newEntries: 0,
  })
  for (const [name, part] of Object.entries(ofFeatures)) expect(part, name).toBeNull()
  expect((await server.send('/api/today')).status).toBe(401)
})

const newsOf = async (server: TestServer, cookie: string) =>
  (await linesOf(server, cookie, 'news')).map(({ text }) => text)

const markSeen = (server: TestServer, cookie: string) =>
  server.send('/api/news/today', { method: 'POST', cookie })

describe('news', () => {
  test('a new person is news until someone answers, and not only until it was seen', async () => {
    const { server, cookie } = await startSignedIn()
    const helper = await server.signIn({ username: 'Hana', role: 'helper' })
    await server.send('/api/training-waitlist', { json: { name: 'Ann', email: 'ann@example.org' } })
    await server.query(
      `insert into contact_submissions (name, company, email) values ('Tom', '', 'tom@example.org')`,
    )
    const both = ['Tom sent a message', 'Ann joined the waitlist']
    expect(await newsOf(server, cookie)).toEqual(both)
    expect((await markSeen(server, cookie)).status).toBe(200)
    expect(await newsOf(server, helper)).toEqual(both)
    await server.query(`update contact_submissions set status = 'contacted'`)
    expect(await newsOf(server, cookie)).toEqual(['Ann joined the waitlist'])
  })

  test('answers of “Help us plan” are news until each user has seen them, unless a colleague typed them', async () => {
    const { server, cookie } = await start()
    const other = await server.signIn({ username: 'Hana', role: 'helper' })
    await server.query(
      `insert into plan_answers (entry_id, group_size, entered_by) values (1, 12, null), (2, 5, 'admin')`,
    )
    const planned = ['Ann Example answered “Help us plan”']
    expect(await newsOf(server, cookie)).toEqual(planned)
    await markSeen(server, cookie)
    expect(await newsOf(server, cookie)).toEqual([])
    expect(await newsOf(server, other)).toEqual(planned)
    await server.query(`update plan_answers set updated_at = now() - interval '15 days'`)
    expect(await newsOf(server, other)).toEqual([])
  })

  test('many new people are ten lines and a link to the others', async () => {
    const { server, cookie } = await startSignedIn()
    await server.query(
      `insert into training_waitlist (name, email) select 'Kim', 'kim' || n || '@example.org' from generate_series(1, 13) as n`,
    )
    const lines = await linesOf(server, cookie, 'news')
    expect(lines).toHaveLength(11)
    expect(lines.at(-1)).toMatchObject({
      text: 'And 3 more new people',
      href: `${peoplePaths.adminPeople}?status=new`,
    })
  })

  test('the draft of a guest is news until it is reviewed or published', async () => {
    const { server, cookie } = await startRoom()
    const { id, token } = await openRoom(server, cookie)
    expect(await newsOf(server, cookie)).toEqual([])
    await submit(server, token, await readRoom(await save(server, token)))
    expect(await linesOf(server, cookie, 'news')).toMatchObject([
      { text: expect.stringContaining('submitted “'), href: postPaths.adminReview(id), isNews: false },
    ])
    await server.query(`update author_invites set status = 'changes_requested'`)
    expect(await newsOf(server, cookie)).toEqual([])
  })
})

describe('people', () => {
  test('due steps are listed with the user’s own first, and no step of a deleted person', async () => {
    const { server, cookie } = await start()
    await server.signIn({ username: 'Hana', role: 'helper' })
    await server.query(
      `insert into next_steps (email, text, due_on, owner_id, done_at)
       values ('ann@example.org', 'Call Ann', current_date, 1, null),
              ('ann@example.org', 'Done before', current_date, 1, now()),
              ('tom@harbor.example', 'Visit Tom', current_date - 3, 2, null),
              ('bot@spam.example', 'Nothing', current_date - 3, 1, null)`,
    )
    expect(await linesOf(server, cookie, 'steps')).toMatchObject([
      {
        text: 'Call Ann',
        note: 'Ann E., Shop · due today',
        href: peoplePaths.adminPerson('contact', 1),
        isLate: false,
        step: { form: 'contact', id: 1, step: 1 },
      },
      {
        text: 'Visit Tom',
        isLate: true,
        note: expect.stringMatching(/^Tom Lindqvist, .* · was due .* · Hana$/),
      },
    ])
    await server.query(`update next_steps set due_on = current_date + 1 where email like 'ann%'`)
    await server.send('/api/people/waitlist/2', { method: 'DELETE', cookie })
    expect(await linesOf(server, cookie, 'steps')).toEqual([])
  })

  test('new entries are listed once they wait for two days, until they are answered', async () => {
    const { server, cookie } = await start()
    await setStatus(server, 'new')
    await server.query(`update training_waitlist set created_at = now() - interval '47 hours'`)
    expect(await linesOf(server, cookie, 'entries')).toEqual([])
    // No one waits for two days yet, but Today must not say that nothing waits. Spam does not count.
    expect((await read(server, cookie)).newEntries).toBe(3)
    await server.query(`update training_waitlist set created_at = now() - interval '49 hours'`)
    await server.query(`update contact_submissions set created_at = now() - interval '3 days'`)
    const texts = async () => (await linesOf(server, cookie, 'entries')).map(({ text }) => text)
    const harbor = 'Tom Lindqvist, Harbor of Bj\u00f6rn and Jos\u00e9 joined the waitlist'
    expect((await texts()).map((text) => text.normalize())).toEqual([
      harbor,
      'Ann Example joined the waitlist',
      'Ann E., Shop sent a message',
    ])
    const mail = (kind: string, status: string, ago: string) =>
      server.query(
        `insert into outbox_messages (message_id, kind, recipient, subject, text, status, created_at)
         values (gen_random_uuid()::text, $1, 'ANN@example.org', 'x', 'x', $2, now() - $3::interval)`,
        [kind, status, ago],
      )
    await mail('newsletter', 'sent', '1 hour')
    await mail('letter', 'failed', '1 hour')
    await mail('letter', 'sent', '5 days')
    expect(await texts()).toHaveLength(3)
    await mail('letter', 'sent', '50 hours')
    expect(await texts()).toHaveLength(2)
    await mail('letter', 'queued', '1 hour')
    expect(await texts()).toHaveLength(1)
    await server.query(`update training_waitlist set status = 'contacted' where id = 2`)
    expect(await texts()).toEqual([])
  })

  test('a long section is cut, and says how many more there are', async () => {
    const { server, cookie } = await start()
    await server.query(
      `insert into training_waitlist (name, email, created_at)
       select 'Kim ' || n, 'kim' || n || '@example.org', now() - interval '3 days' from generate_series(1, 33) as n`,
    )
    const section = async () => (await read(server, cookie)).sections.find(({ id }) => id === 'entries')
    expect(await section()).toMatchObject({ more: '23', moreHref: `${peoplePaths.adminPeople}?status=new` })
    expect((await section())?.lines).toHaveLength(10)
    await server.query(
      `insert into training_waitlist (name, email, created_at)
       select 'Lee', 'lee' || n || '@example.org', now() - interval '3 days' from generate_series(1, 100) as n`,
    )
    expect((await section())?.more).toBe('90+')
  })
})

describe('the office', () => {
  test('sees failed emails and those to send by hand, as far as the role may see them', async () => {
    const { server, cookie } = await start()
    const hana = await server.signIn({ username: 'Hana', role: 'helper' })
    await server.query(
      `insert into outbox_messages (message_id, kind, recipient, subject, text, status)
       values ('a', 'security', 'x@example.org', 'x', 'x', 'failed'), ('b', 'letter', 'x@example.org', 'x', 'x', 'queued'),
              ('c', 'letter', 'x@example.org', 'x', 'x', 'queued')`,
    )
    const waiting = { text: '2 emails for you to send', href: `${paths.adminOutbox}?status=queued` }
    expect(await linesOf(server, cookie, 'mails')).toMatchObject([
      { text: 'One email couldn’t be sent', href: `${paths.adminOutbox}?status=failed` },
      waiting,
    ])
    expect(await linesOf(server, hana, 'mails')).toMatchObject([waiting])
  })

  test('sees that there is no backup, if it may make one', async () => {
    const dataFolder = await temporaryFolder()
    const { server, cookie } = await start({ BACKUPS_KEEP: '7', DATA_DIR: dataFolder })
    const hana = await server.signIn({ username: 'Hana', role: 'helper' })
    const texts = async (as = cookie) => (await linesOf(server, as, 'backup')).map(({ text }) => text)
    expect(await texts()).toEqual([])
    await server.query(`update users set created_at = now() - interval '3 days'`)
    expect(await texts()).toEqual(['No backup has been made yet'])
    expect(await texts(hana)).toEqual([])
    await mkdir(join(dataFolder, 'backups'), { recursive: true })
    const nameOf = (time: Date) => `everyday-ai-${time.toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`
    const old = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000)
    await writeFile(join(dataFolder, 'backups', nameOf(old)), '')
    expect(await texts()).toEqual([expect.stringMatching(/^The last backup was made /)])
    await writeFile(join(dataFolder, 'backups', nameOf(new Date())), '')
    expect(await texts()).toEqual([])
  })
})
