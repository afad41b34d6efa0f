import { describe, expect, test } from 'vitest'
import { linesOf, readToday, startToday as start } from '../../../app/admin/testing/today.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { dayIn, daysToWorkday } from '../testing/trainings.ts'

const read = (server: TestServer, cookie: string) =>
  readToday<{ paused?: { offers?: object } }>(server, cookie)

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
