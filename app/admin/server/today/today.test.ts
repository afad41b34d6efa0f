import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import type { Today } from '../../../../core/contract/today.ts'
import { peoplePaths } from '../../../../features/people/contract/people-paths.ts'
import { fillPeople } from '../../../../features/people/testing/people.ts'
import { trainingPaths } from '../../../../features/trainings/contract/trainings.ts'
import { dayIn, daysToWorkday } from '../../../../features/trainings/testing/trainings.ts'
import { temporaryFolder } from '../../../../tests/helpers/temporary-folder.ts'
import { startSignedIn, type TestServer } from '../../../../tests/helpers/test-server.ts'

async function start(env: Record<string, string> = {}) {
  const { server, cookie } = await startSignedIn({ env: { TIME_ZONE: 'UTC', BACKUPS_KEEP: '0', ...env } })
  await fillPeople(server)
  // The notices of the new entries would be lines, too.
  await server.query('delete from outbox_messages')
  return { server, cookie }
}

async function read(server: TestServer, cookie: string): Promise<Today & { paused?: { offers?: object } }> {
  const response = await server.send('/api/today', { cookie })
  expect(response.status).toBe(200)
  return response.json()
}

const linesOf = async (server: TestServer, cookie: string, id: string) =>
  (await read(server, cookie)).sections.find((section) => section.id === id)?.lines ?? []

/** Adds an offer to Ann (entry 1) or Tom (entry 2). `fields` are further columns and their values as SQL. */
async function addOffer(
  server: TestServer,
  entryId: number,
  status: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const all = {
    entry_id: String(entryId),
    trainer_id: '1',
    status: `'${status}'`,
    days: 'array[current_date + 20]',
    starts_at: `'09:00'`,
    ends_at: `'16:00'`,
    format: `'in-person'`,
    valid_until: 'current_date + 10',
    expires_at: `now() + interval '10 days'`,
    token_hash: 'md5(random()::text)',
    ...fields,
  }
  await server.query(
    `insert into offers (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`,
  )
}

async function addTraining(server: TestServer, fields: Record<string, string> = {}): Promise<void> {
  const all = {
    entry_id: '1',
    trainer_id: '1',
    day: 'current_date + 5',
    starts_at: `'09:00'`,
    ends_at: `'16:00'`,
    format: `'in-person'`,
    place: `'Town hall'`,
    contact_phone: `'555'`,
    head_count: '12',
    joined_at: 'now()',
    ...fields,
  }
  await server.query(
    `insert into trainings (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`,
  )
}

test('has nothing on a quiet day', async () => {
  const { server, cookie } = await start()
  expect(await read(server, cookie)).toEqual({
    day: new Date().toISOString().slice(0, 10),
    sections: [],
    newEntries: 3,
    paused: null,
  })
  expect((await server.send('/api/today')).status).toBe(401)
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

describe('offers', () => {
  test('are listed when they are about to lapse, never sent, or the client asked for other days', async () => {
    const { server, cookie } = await start()
    await addOffer(server, 1, 'sent')
    await addOffer(server, 2, 'draft')
    expect((await read(server, cookie)).sections).toEqual([])
    await server.query(`update offers set expires_at = now() + interval '71 hours' where id = 1`)
    await server.query(`update offers set created_at = now() - interval '49 hours' where id = 2`)
    expect(await linesOf(server, cookie, 'expiring')).toMatchObject([
      {
        text: 'Offer to Ann Example',
        note: expect.stringMatching(/^Valid (through|until) /),
        href: trainingPaths.adminOffer(1),
      },
    ])
    expect(await linesOf(server, cookie, 'drafts')).toMatchObject([
      { text: expect.stringContaining('Offer to Tom'), href: trainingPaths.adminOffer(2) },
    ])
    await server.query(`update offers set status = 'other-days', answer = E'Rather\n in  March' where id = 1`)
    expect(await linesOf(server, cookie, 'expiring')).toEqual([])
    expect(await linesOf(server, cookie, 'other-days')).toMatchObject([
      { text: 'Ann Example asked for other days', note: '“Rather in March”' },
    ])
    await server.query(`update offers set status = 'withdrawn', ended_at = now()`)
    expect((await read(server, cookie)).sections).toEqual([])
  })
})

test('days of an offer that ended are proposed to the next in line while they are free', async () => {
  const { server, cookie } = await start()
  const day = `current_date + ${daysToWorkday(20)}`
  await addOffer(server, 1, 'lapsed', { ended_at: `now() - interval '2 days'`, days: `array[${day}]` })
  const lines = () => linesOf(server, cookie, 'freed')
  expect(await lines()).toMatchObject([
    {
      text: expect.stringMatching(/^The offer to Ann Example lapsed /),
      note: expect.stringMatching(/^Next in line: Tom Lindqvist, .*, waiting since .*, for \w+ \d+\.$/),
      href: trainingPaths.adminOffer(1),
      action: {
        text: 'Offer this day',
        about: 'to Tom Lindqvist',
        href: trainingPaths.adminNewOfferOf(2, 1, dayIn(daysToWorkday(20))),
      },
    },
  ])
  expect(JSON.stringify(await lines())).not.toContain('@')
  await server.query(`update training_waitlist set status = 'closed' where id = 2`)
  expect(await lines()).toMatchObject([
    {
      note: 'No one else on the waitlist can take its days.',
      href: trainingPaths.adminOffer(1),
      action: null,
    },
  ])
  await server.query(`update offers set status = 'declined'`)
  expect((await lines())[0]?.text).toMatch(/^The offer to Ann Example was declined /)
  await server.query(`update offers set ended_at = now() - interval '15 days'`)
  expect(await lines()).toEqual([])
  await server.query('update offers set ended_at = now(), days = array[current_date - 1]')
  expect(await lines()).toEqual([])
  await server.query(`update offers set days = array[${day}]`)
  expect(await lines()).toHaveLength(1)
  await addOffer(server, 2, 'draft')
  await server.query(`insert into trainer_days (trainer_id, day, offer_id) values (1, ${day}, 2)`)
  expect(await lines()).toEqual([])
})

test('of a helper has no lines about offers and trainings that only editors and owners can change', async () => {
  const { server, cookie } = await start()
  await addOffer(server, 1, 'other-days')
  await addOffer(server, 2, 'draft', { created_at: `now() - interval '3 days'` })
  await addTraining(server)
  await addTraining(server, { day: 'current_date - 1' })
  const idsOf = async (who: string) => (await read(server, who)).sections.map(({ id }) => id)
  expect(await idsOf(cookie)).toEqual(['other-days', 'drafts', 'trainings', 'past'])
  expect(await idsOf(await server.signIn({ username: 'Hana', role: 'helper' }))).toEqual(['trainings'])
})

describe('trainings', () => {
  test('of the next two weeks say what is missing', async () => {
    const { server, cookie } = await start()
    await addTraining(server)
    const note = async () => (await linesOf(server, cookie, 'trainings')).map((line) => line.note)
    expect(await note()).toEqual(['Everything is ready.'])
    await server.query(`
      insert into training_tasks (training_id, text, done_at) values (1, 'Print', null), (1, 'x', now());
      update trainings set place = '', contact_phone = '', head_count = null`)
    expect(await note()).toEqual([
      'Missing: place, phone number of the contact, number of people. One checklist item is left.',
    ])
    await server.query(`update trainings set format = 'online', contact_phone = '5', head_count = 3`)
    expect(await note()).toEqual(['Missing: link for the call. One checklist item is left.'])
    await server.query('update trainings set day = current_date + 15')
    expect(await note()).toEqual([])
    await server.query(`update trainings set day = current_date, canceled_at = now(), canceled_by = 'us'`)
    expect(await note()).toEqual([])
  })

  test('are listed when they are over and not marked as held, or when the client asks for another day', async () => {
    const { server, cookie } = await start()
    await addTraining(server, { day: 'current_date - 1' })
    expect(await linesOf(server, cookie, 'past')).toMatchObject([
      { text: expect.stringContaining(': Ann Example'), href: trainingPaths.adminTraining(1) },
    ])
    await server.query('update trainings set held_at = now()')
    expect((await read(server, cookie)).sections).toEqual([])
    await server.query(
      `update trainings set held_at = null, day = current_date + 30, other_day_wish = 'A week later', other_day_asked_at = now()`,
    )
    expect(await linesOf(server, cookie, 'other-days')).toMatchObject([
      { text: expect.stringMatching(/^Ann Example asked to move the training on /), note: '“A week later”' },
    ])
    await server.query('update trainings set other_day_wish = null, other_day_asked_at = null')
    expect((await read(server, cookie)).sections).toEqual([])
  })

  test('of an erased person have no name', async () => {
    const { server, cookie } = await start()
    await addTraining(server, { entry_id: 'null', day: 'current_date' })
    expect((await linesOf(server, cookie, 'trainings'))[0]?.text).toMatch(
      /^\w{3}, \w+ \d+, \d{4}: a training$/,
    )
  })

  test('and offers of a deleted person have no name', async () => {
    const { server, cookie } = await start()
    await addTraining(server, { day: 'current_date - 1', contact_name: `'Ann Example'` })
    await addOffer(server, 1, 'lapsed', { ended_at: 'now()' })
    expect(JSON.stringify((await read(server, cookie)).sections)).toContain('Ann Example')
    await server.send('/api/people/waitlist/1', { method: 'DELETE', cookie })
    const { sections } = await read(server, cookie)
    expect(sections.find(({ id }) => id === 'past')?.lines).toHaveLength(1)
    expect(JSON.stringify(sections)).not.toContain('Ann Example')
  })

  test('of a trainer without access need another trainer', async () => {
    const { server, cookie } = await start()
    await server.signIn({ username: 'Bob', role: 'helper' })
    await addTraining(server, { trainer_id: '2', day: 'current_date + 30' })
    await server.query(
      'insert into trainer_days (trainer_id, day, training_id) values (2, current_date + 30, 1)',
    )
    expect((await read(server, cookie)).sections).toEqual([])
    await server.query('update users set disabled_at = now() where id = 2')
    expect(await linesOf(server, cookie, 'trainers')).toMatchObject([
      { text: 'One day of Bob, whose access has ended', trainerId: 2 },
    ])
    await server.query('update trainer_days set day = current_date')
    expect(await linesOf(server, cookie, 'trainers')).toHaveLength(1)
    await server.query('update trainings set day = current_date, held_at = now()')
    expect((await read(server, cookie)).sections).toEqual([])
    await server.query('update trainings set held_at = null')
    await server.query('update trainer_days set day = current_date - 1')
    expect(await linesOf(server, cookie, 'trainers')).toEqual([])
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

test('after a restore, all live offers are listed until someone lets them go on', async () => {
  const { server, cookie } = await start()
  await addOffer(server, 1, 'sent')
  await addOffer(server, 2, 'draft')
  await addTraining(server)
  expect((await read(server, cookie)).paused).toBeNull()
  const since = new Date().toISOString()
  await server.query(`insert into settings values ('trainings_paused', $1)`, [JSON.stringify({ since })])
  const { paused } = await read(server, cookie)
  expect(paused).toMatchObject({ since, trainings: 1 })
  expect(paused?.offers).toMatchObject([
    { text: 'Offer to Ann Example', note: expect.stringMatching(/^Sent, valid (through|until) /) },
    { note: expect.stringMatching(/^Draft, not sent\. /) },
  ])
})
