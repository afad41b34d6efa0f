import { describe, expect, test } from 'vitest'
import { renderMail } from '../../../../app/emails/render-mail.tsx'
import { readConfig } from '../../../../core/config.ts'
import type { EmailView } from '../../../../core/emails/email-template.tsx'
import { columnOf } from '../../../../tests/helpers/column-of.ts'
import { originalSite } from '../../../../tests/helpers/original-site.ts'
import type { TestServer } from '../../../../tests/helpers/test-server.ts'
import type { FollowUp } from '../../../follow-up/contract/follow-up.ts'
import type { Training } from '../../contract/trainings.ts'
import { startTrainingOffice } from '../../testing/training-office.ts'
import { addEntry, dayIn, trainingDeps } from '../../testing/trainings.ts'
import { starterTasks } from '../../words/training-checklist.ts'
import { sendReminders } from './send-reminders.ts'

const env = { NOTIFY_EMAIL: 'office@example.org', TIME_ZONE: 'UTC' }

async function start() {
  const { server, ...office } = await startTrainingOffice(env)
  return { server, office }
}
type Office = Awaited<ReturnType<typeof start>>['office']

/** An office with a training that is booked for the day after so many days */
async function startBooked(inDays = 5) {
  const { server, office } = await start()
  return { server, office, training: await office.book(await addEntry(server), dayIn(inDays)) }
}

const problemOf = async (response: Response) => `${response.status}: ${(await response.json()).detail}`
const daysOf = ({ query }: TestServer) =>
  query<{ trainer: number; day: string; isBooked: boolean }>(
    `select trainer_id as trainer, day::text, training_id is not null as "isBooked" from trainer_days order by 1, 2`,
  )
/** Kinds of the emails about trainings, such as `confirmation-0`, oldest first */
async function kindsOf(server: TestServer) {
  const ofTrainings = `select once_key from outbox_messages where kind = 'training' order by id`
  return (await columnOf<string>(server, ofTrainings)).map((key) => key.replace(/-[\da-f-]{36}@.*/, ''))
}

const move = ({ request, trainerId }: Office, { id, version }: Training, json: object) =>
  request('POST', `/api/trainings/${id}/reschedule`, { trainerId, reason: 'Snow', version, ...json })

describe('the checklist', () => {
  test('of a new training has the lines of its format, once, also if the day is accepted twice', async () => {
    const { server, office } = await start()
    const tasksOf = async (format: 'in-person' | 'online', email: string, day: string) => {
      const offer = await office.sendNew(await addEntry(server, email), [day], { format })
      for (const _twice of [1, 2]) await office.respond(offer, { action: 'accept', day })
      const { trainingId } = await office.readOffer(offer.id)
      const { tasks } = await office.readTraining(trainingId ?? 0)
      expect(tasks.every(({ doneAt }) => doneAt === null)).toBe(true)
      return tasks.map(({ text }) => text)
    }
    expect(await tasksOf('in-person', 'ann@example.org', dayIn(5))).toEqual(starterTasks['in-person'])
    expect(await tasksOf('online', 'bea@example.org', dayIn(6))).toEqual(starterTasks.online)
    expect(starterTasks.online).not.toEqual(starterTasks['in-person'])
  })

  test('is changed by line, only by lines of that training, and has an end', async () => {
    const { server, office, training } = await startBooked()
    const { id, tasks } = training
    const other = await office.book(await addEntry(server, 'bea@example.org'), dayIn(6))
    const line = tasks[0]?.id ?? 0
    const check = (training: number, isDone: boolean) =>
      office.request('PATCH', `/api/trainings/${training}/tasks/${line}`, { isDone })
    expect((await check(other.id, true)).status).toBe(404)
    const done: Training = await (await check(id, true)).json()
    expect(done.tasks[0]).toMatchObject({ doneAt: expect.any(String), doneBy: 'Ann Admin' })
    expect((await (await check(id, true)).json()).tasks[0]).toEqual(done.tasks[0])
    const remove = () => office.request('DELETE', `/api/trainings/${id}/tasks/${line}`)
    expect((await (await remove()).json()).tasks).toHaveLength(tasks.length - 1)
    expect((await remove()).status).toBe(404)
    const add = (text: string) => office.request('POST', `/api/trainings/${id}/tasks`, { text })
    expect((await add('  ')).status).toBe(400)
    await server.query(
      `insert into training_tasks (training_id, text) select ${id}, 'Line ' || n from generate_series(1, 46) as n`,
    )
    const added = await Promise.all(['One', 'Two', 'Three'].map(add))
    expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('moving a training', () => {
  test('is refused on a day that is held, booked, blocked, or past, and changes nothing', async () => {
    const { server, office, training } = await startBooked()
    await office.book(await addEntry(server, 'bea@example.org'), dayIn(6))
    await office.draft(await addEntry(server, 'cy@example.org'), [dayIn(7)])
    await office.block(dayIn(8))
    const before = [await daysOf(server), await kindsOf(server)]
    const refusals: [number, string[]][] = [
      [409, [6, 7, 8].map(dayIn)],
      [422, [0, -1].map(dayIn)],
      [400, ['0000-01-01', '9999-12-31', '2026-02-30', 'soon']],
    ]
    for (const [status, days] of refusals)
      for (const day of days) expect((await move(office, training, { day })).status, day).toBe(status)
    expect([await daysOf(server), await kindsOf(server)]).toEqual(before)
  })

  test('is refused on a past day of a person who was deleted', async () => {
    const { server, office, training } = await startBooked()
    await server.query(
      'update trainings set day = current_date - 1; update trainer_days set day = current_date - 1',
    )
    await office.request('DELETE', `/api/people/waitlist/${training.entryId ?? 0}`)
    for (const change of ['select', 'update trainings set entry_id = null']) {
      await server.query(change)
      const refused = await move(office, training, { day: dayIn(9) })
      expect(await problemOf(refused)).toMatch(/^409: The person was deleted/)
    }
    expect((await daysOf(server)).filter(({ day }) => day === dayIn(9))).toEqual([])
  })

  test('frees the old day, tells both once, and is refused from an old page', async () => {
    const { server, office, training } = await startBooked()
    const moved: Training = await (await move(office, training, { day: dayIn(9) })).json()
    expect(moved).toMatchObject({ day: dayIn(9), version: training.version + 1 })
    expect(await daysOf(server)).toEqual([{ trainer: office.trainerId, day: dayIn(9), isBooked: true }])
    // The second click of the same move finds it done; another move from the old page does not.
    expect((await move(office, training, { day: dayIn(9) })).status).toBe(200)
    expect((await move(office, training, { day: dayIn(10) })).status).toBe(409)
    expect((await kindsOf(server)).slice(2)).toEqual(['training-moved-1', 'training-moved-trainer-1'])
  })

  test('of two that move to one day at the same time, one gets it', async () => {
    const { server, office, training } = await startBooked()
    const other = await office.book(await addEntry(server, 'bea@example.org'), dayIn(6))
    const answers = await Promise.all([training, other].map((one) => move(office, one, { day: dayIn(9) })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await daysOf(server)).toHaveLength(2)
  })
})

test('a changed place is told, unless the day is over', async () => {
  const { server, office, training } = await startBooked()
  const { id, startsAt } = training
  expect((await office.saveTraining(id, { place: 'Town hall' })).status).toBe(200)
  const old = await office.saveTraining(id, { place: 'Barn', version: 1 })
  expect(old.status).toBe(409)
  expect((await old.json()).current).toMatchObject({ id, place: 'Town hall' })
  for (const mistake of [{ endsAt: startsAt }, { contactEmail: 'maya@' }])
    expect((await office.saveTraining(id, { place: '', ...mistake })).status).toBe(400)
  const told = await kindsOf(server)
  expect(told.slice(2)).toEqual(['training-changed-1', 'training-changed-trainer-1'])
  await server.query('update trainings set day = current_date - 1')
  expect((await office.saveTraining(id, { place: 'Library' })).status).toBe(200)
  expect(await kindsOf(server)).toEqual(told)
})

test('a wish is settled by "We keep the day", with an email, and not by a move to the same day', async () => {
  const { server, office, training } = await startBooked()
  const read = () => office.readTraining(training.id)
  const keep = ({ version }: Training) =>
    office.request('POST', `/api/trainings/${training.id}/keep-day`, { reason: 'The room is paid', version })
  // Without a wish, there is nothing to say.
  expect((await keep(training)).status).toBe(200)
  expect(await kindsOf(server)).toHaveLength(2)

  const ask = (message: string) => office.respond(training, { action: 'other-day', message }, '/change')
  await ask('A week later?')
  const seen = await read()
  await ask('Monday is fine, too')
  // The second message came after the office had opened the form.
  expect((await keep(seen)).status).toBe(409)
  const wished = await read()
  expect(wished.otherDayWish).toMatch(/^A week later\?\n\n\w+ \d+, \d{4}, .+:\nMonday is fine, too$/)
  expect(wished.otherDayAskedAt).toBe(seen.otherDayAskedAt)
  const unmoved = await move(office, wished, { day: training.day })
  expect(await problemOf(unmoved)).toMatch(/^409: .+ on this day already/)
  expect(await read()).toEqual(wished)

  expect(await (await keep(wished)).json()).toMatchObject({ otherDayWish: null, otherDayAskedAt: null })
  expect((await keep(wished)).status).toBe(200)
  expect((await kindsOf(server)).slice(2)).toEqual([
    'other-day-wished-1',
    'other-day-wished-trainer-1',
    'other-day-wished-2',
    'other-day-wished-trainer-2',
    'day-kept-3',
    'day-kept-trainer-3',
  ])
  const kept = `select text from outbox_messages where once_key like 'day-kept-3-%'`
  expect((await columnOf<string>(server, kept))[0]).toContain('The room is paid')
})

test('a wish stays open when the day only goes to another trainer', async () => {
  const { server, office, training } = await startBooked()
  await server.query(`update trainings set other_day_wish = 'Later', other_day_asked_at = now()`)
  const trainerId = await office.addColleague('Uma')
  const moved: Training = await (await move(office, training, { day: training.day, trainerId })).json()
  expect(moved).toMatchObject({ trainerId, otherDayWish: 'Later', otherDayAskedAt: expect.any(String) })
})

test('what a client writes while a wish is open has an end', async () => {
  const { server, office, training } = await startBooked()
  await server.query(`update trainings set other_day_wish = repeat('x', 19990), other_day_asked_at = now()`)
  const wish = { action: 'other-day', message: 'One more thing' }
  const refused = await office.respond(training, wish, '/change')
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('One more thing')
})

test('a training is canceled once, tells both once, and frees its day', async () => {
  const { server, office, training } = await startBooked()
  const { id } = training
  const cancel = () => office.request('POST', `/api/trainings/${id}/cancel`, { reason: 'Ill' })
  const answers = await Promise.all([cancel(), cancel()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await kindsOf(server)).slice(2)).toEqual(['training-canceled-1', 'training-canceled-trainer-1'])
  expect(await daysOf(server)).toEqual([])
  const held = await office.request('POST', `/api/trainings/${id}/held`, { isHeld: true })
  expect(await problemOf(held)).toBe('409: This training was canceled, so it can’t be changed any more.')
  expect(await statusesOf(server)).toEqual(['contacted'])
})

const statusesOf = (server: TestServer) => columnOf<string>(server, 'select status from training_waitlist')

test('a training is held from its day on, which closes the entry, and can be undone', async () => {
  const { server, office, training } = await startBooked()
  const { id } = training
  const hold = (isHeld: boolean) => office.request('POST', `/api/trainings/${id}/held`, { isHeld })
  expect(await problemOf(await hold(true))).toMatch(/^409: The day of this training is still ahead/)
  await server.query('update trainings set day = current_date')
  const first: Training = await (await hold(true)).json()
  expect((await (await hold(true)).json()).heldAt).toBe(first.heldAt)
  expect(await statusesOf(server)).toEqual(['closed'])
  const canceled = await office.request('POST', `/api/trainings/${id}/cancel`, { reason: '' })
  expect(await problemOf(canceled)).toBe('409: This training was held. Undo that first.')
  expect(await (await hold(false)).json()).toMatchObject({ heldAt: null })
  expect(await statusesOf(server)).toEqual(['booked'])
})

test('the contact of a held training came, unless the office removes them, and can be asked how it was', async () => {
  const { server, office, training } = await startBooked()
  const { id, uid } = training
  await office.saveTraining(id, { contactName: 'Cy', contactEmail: 'cy@example.org' })
  await server.query('update trainings set day = current_date')
  const hold = (isHeld: boolean) => office.request('POST', `/api/trainings/${id}/held`, { isHeld })
  const read = async (): Promise<FollowUp> => (await office.request('GET', `/api/follow-up/${uid}`)).json()
  const isHeld = () => columnOf(server, 'select is_held from gatherings')
  await hold(true)
  const { attendees, askAt } = await read()
  expect(attendees).toMatchObject([{ name: 'Cy', email: 'cy@example.org', isRemovable: true }])
  expect(askAt).toBe(`${dayIn(0)}T18:00:00.000Z`)
  expect(await server.query('select title, feature from gatherings')).toEqual([
    { title: 'Training: Leadership', feature: 'trainings' },
  ])
  await office.saveTraining(id, { endsAt: '20:00' })
  expect((await read()).askAt).toBe(`${dayIn(0)}T20:00:00.000Z`)
  await hold(false)
  expect(await isHeld()).toEqual([false])
  await office.request('DELETE', `/api/follow-up/${uid}/attendees/${attendees[0]?.id}`)
  await hold(true)
  expect(await isHeld()).toEqual([true])
  expect((await read()).attendees).toEqual([])
})

test('a deleted person who is restored has the status that follows from what is left', async () => {
  const { server, office } = await start()
  const entry = await addEntry(server)
  const { id } = await office.sendNew(entry, [dayIn(5)])
  await office.request('POST', `/api/offers/${id}/withdraw`)
  await office.book(entry, dayIn(6))
  await server.query('update trainings set day = current_date - 1')
  const deleteAndRestore = async () => {
    await office.request('DELETE', `/api/people/waitlist/${entry}`)
    await office.request('POST', `/api/people/waitlist/${entry}/restore`)
    return statusesOf(server)
  }
  expect(await deleteAndRestore()).toEqual(['booked'])
  await server.query('update trainings set held_at = now()')
  expect(await deleteAndRestore()).toEqual(['contacted'])
})

describe('another trainer', () => {
  const replace = (office: Office, from: number, trainerId: number) =>
    office.request('POST', `/api/trainers/${from}/replace`, { trainerId })

  test('gets the days that are free there; offers move whole, and links keep working', async () => {
    const { server, office, training: booked } = await startBooked()
    const tom = await office.addColleague('Tom')
    const offer = await office.sendNew(await addEntry(server, 'bea@example.org'), [dayIn(6), dayIn(7)])
    const moving = await office.sendNew(await addEntry(server, 'cy@example.org'), [dayIn(8)])
    await office.book(await addEntry(server, 'di@example.org'), dayIn(9))
    // Tom becomes a trainer with this offer.
    await office.sendNew(await addEntry(server, 'eve@example.org'), [dayIn(7)], { trainerId: tom })
    await office.block(dayIn(9), tom)
    const wished = await office.sendNew(await addEntry(server, 'fay@example.org'), [dayIn(10)])
    const wish = { action: 'other-days', message: 'In spring' }
    expect((await office.respond(wished, wish)).status).toBe(303)
    const replaced = await (await replace(office, office.trainerId, tom)).json()
    // One day of the offer is taken, so the other one does not move either.
    expect(replaced).toEqual({ moved: 2, taken: [dayIn(7), dayIn(9)] })
    expect((await office.readTraining(booked.id)).trainerId).toBe(tom)
    expect((await office.readOffer(offer.id)).trainerId).toBe(office.trainerId)
    expect((await office.readOffer(moving.id)).trainerId).toBe(tom)
    // It holds no day, and gets its new ones from the new trainer.
    expect((await office.readOffer(wished.id)).trainerId).toBe(tom)
    expect((await office.respond(moving, { action: 'accept', day: dayIn(8), sequence: '1' })).status).toBe(
      303,
    )
    expect(await daysOf(server)).toContainEqual({ trainer: tom, day: dayIn(8), isBooked: true })
  })

  test('does not get a day that was held, or the emails about it', async () => {
    const { server, office, training } = await startBooked()
    const tom = await office.addColleague('Tom')
    await server.query('update trainings set day = current_date, held_at = now()')
    await server.query('update trainer_days set day = current_date')
    const before = await kindsOf(server)
    expect(await (await replace(office, office.trainerId, tom)).json()).toEqual({ moved: 0, taken: [] })
    expect(await kindsOf(server)).toEqual(before)
    expect((await office.readTraining(training.id)).trainerId).toBe(office.trainerId)
  })

  test('must exist, have access, and be another one', async () => {
    const { server, office } = await start()
    const tom = await office.addColleague('Tom')
    expect((await replace(office, office.trainerId, 999)).status).toBe(404)
    expect((await replace(office, 999, tom)).status).toBe(404)
    expect(await problemOf(await replace(office, tom, tom))).toMatch(/^409: These days are theirs already/)
    await server.query('update users set disabled_at = now() where id = $1', [tom])
    expect(await problemOf(await replace(office, office.trainerId, tom))).toMatch(/access has ended/)
    expect(await (await replace(office, tom, office.trainerId)).json()).toEqual({ moved: 0, taken: [] })
  })

  test('cannot stop giving trainings while days with them are ahead', async () => {
    const { server, office } = await startBooked()
    const stop = (isTrainer: boolean) =>
      office.request('PUT', `/api/trainers/${office.trainerId}`, { isTrainer })
    expect(await problemOf(await stop(false))).toMatch(/^409: Days with this trainer are held or booked/)
    await server.query('delete from trainer_days')
    expect((await stop(false)).status).toBe(200)
    const [trainer] = await (await stop(true)).json()
    expect(trainer).toMatchObject({ id: office.trainerId, trainerSince: expect.any(String), isActive: true })
  })
})

describe('reminders', () => {
  const config = readConfig({ PUBLIC_URL: 'http://everyday.test', ...env }, '/nowhere')
  const remind = ({ instance }: TestServer) => sendReminders({ ...trainingDeps, config, db: instance.db })
  /** Lets time pass for the booked day: it comes nearer, and was chosen longer ago. */
  const pass = ({ query }: TestServer, days: number) =>
    query(
      `update trainings set day = day - ${days}, day_chosen_at = day_chosen_at - interval '${days} days';
       update trainer_days set day = day - ${days}`,
    )
  const remindersOf = async (server: TestServer) =>
    (await kindsOf(server)).filter((kind) => kind.startsWith('reminder'))

  test('go out once each, day by day and however often the job runs', async () => {
    const { server } = await startBooked(30)
    for (let day = 0; day < 40; day++) {
      await Promise.all([remind(server), remind(server)])
      await pass(server, 1)
    }
    expect(await remindersOf(server)).toEqual([
      'reminder-14-0',
      'reminder-14-trainer-0',
      'reminder-2-0',
      'reminder-2-trainer-0',
    ])
  })

  test('do not go out for a day that was chosen later, or again after a change of the place', async () => {
    const { server, office } = await startBooked()
    await remind(server)
    expect(await remindersOf(server)).toEqual([])
    await office.book(await addEntry(server, 'bea@example.org'), dayIn(30))
    await pass(server, 17)
    await remind(server)
    // The client was told of a change.
    await server.query('update trainings set sequence = sequence + 1')
    await remind(server)
    expect(await remindersOf(server)).toEqual(['reminder-14-0', 'reminder-14-trainer-0'])
  })

  test('say how far away the day is, also if they are late', async () => {
    const { server, office } = await startBooked(30)
    const writeEmail = (view: EmailView) => renderMail(view, originalSite('http://everyday.test'))
    const remindersIn = async (days: number) => {
      await pass(server, days)
      await sendReminders({ config, db: office.db, writeEmail })
      return columnOf<string>(server, `select subject from outbox_messages where once_key like 'reminder%'`)
    }
    expect(await remindersIn(29)).toEqual(Array(4).fill(expect.stringContaining(' tomorrow')))
    await server.query(`delete from outbox_messages where once_key like 'reminder%'`)
    expect(await remindersIn(-12)).toEqual(Array(2).fill(expect.stringContaining(' in 13 days')))
  })

  test('tell the trainer of a day that was canceled with its person, however long emails waited', async () => {
    const { server, office } = await startBooked(30)
    await office.request('DELETE', '/api/people/waitlist/1')
    await server.query(`update trainings set canceled_at = canceled_at - interval '20 days'`)
    for (const _twice of [1, 2]) await remind(server)
    expect((await kindsOf(server)).slice(2)).toEqual(['training-canceled-trainer-1'])
  })

  test('of a clock that jumps by 40 days go out once, and none about a day that is over', async () => {
    const { server, office } = await startBooked(41)
    await office.book(await addEntry(server, 'bea@example.org'), dayIn(30))
    await remind(server)
    expect(await remindersOf(server)).toEqual([])
    await pass(server, 40)
    await remind(server)
    const sent = await remindersOf(server)
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent).toContain('reminder-2-0')
    await pass(server, -40)
    await remind(server)
    await pass(server, 40)
    await remind(server)
    expect(await remindersOf(server)).toEqual(sent)
    const to = `select distinct recipient from outbox_messages where once_key like 'reminder%' order by 1`
    expect(await columnOf(server, to)).toEqual(['ann@example.org', 'office@example.org'])
  })
})
