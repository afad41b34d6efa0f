import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { signIn } from '../../../tests/helpers/sign-in.ts'
import { startPair } from '../../../tests/helpers/start-instances.ts'
import type { Offer } from '../contract/offers.ts'
import { remindersJob } from '../server/booked/send-reminders.ts'
import { lapseOffersJob } from '../server/offers/lapse-offers.ts'
import { addEntry, dayIn, offerFacts, passTrainingDays } from '../testing/trainings.ts'

/** Days by which the clock jumps */
const jump = 40
const trainerEmail = 'trainer@example.net'
const jobs = [lapseOffersJob, remindersJob]
const names = jobs.map(({ name }) => name)
/** Jobs of each kind that wait at the same time, so that both instances work on them */
const jobsOfEachKind = 6

/** Booked days, counted from before the jump, and the reminders that are due after it */
const booked = [
  ...[20, 21, 22, 39].map((day) => ({ day, reminders: [] })),
  { day: jump + 1, reminders: ['reminder-14', 'reminder-2'] },
  ...[4, 5, 7, 9, 11, 13].map((day) => ({ day: jump + day, reminders: ['reminder-14'] })),
  ...[16, 20].map((day) => ({ day: jump + day, reminders: [] })),
]
const open = [
  ...[70, 71, 72, 73, 74, 75].map((day) => ({ day, validUntil: 14, status: 'lapsed' })),
  ...[80, 81].map((day) => ({ day, validUntil: jump + 5, status: 'sent' })),
]

test(`after the clock of two instances jumps by ${jump} days, each reminder is sent once and each offer lapses once`, async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const pair = await startPair({ SMTP_URL: fake.url, TIME_ZONE: 'UTC' })
  onTestFinished(pair.stop)
  const pool = new pg.Pool({ connectionString: pair.connectionString })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows
  const [first] = pair.instances
  const cookie = await signIn(first.url)
  await query('update users set email = $1', [trainerEmail])

  async function sendNew(days: string[], validUntil: string): Promise<Offer> {
    const entryId = await addEntry({ query }, `${days[0]}@example.org`)
    const json = { ...offerFacts, trainerId: 1, entryId, days, validUntil }
    const drafted = await first.send('/api/offers', { json, cookie })
    expect(drafted.status, await drafted.clone().text()).toBe(201)
    const { id }: Offer = await drafted.json()
    return (await first.send(`/api/offers/${id}/send`, { method: 'POST', cookie })).json()
  }

  const expected: string[] = []
  for (const { day, reminders } of booked) {
    const { id } = await sendNew([dayIn(day)], dayIn(10))
    const json = { answer: 'accept', day: dayIn(day) }
    expect((await first.send(`/api/offers/${id}/answer`, { json, cookie })).status).toBe(200)
    const [training] = await query<{ uid: string }>('select uid from trainings where offer_id = $1', [id])
    for (const reminder of reminders)
      expected.push(
        `${dayIn(day)}@example.org ${reminder}-0-${training?.uid}@everyday-ai`,
        `${trainerEmail} ${reminder}-trainer-0-${training?.uid}@everyday-ai`,
      )
  }
  const offers: Offer[] = []
  for (const { day, validUntil } of open) offers.push(await sendNew([dayIn(day)], dayIn(validUntil)))

  const received = () =>
    fake.received.map(({ to, raw }) => `${to[0]} ${/^Message-ID:\s*<([^>]+)>/im.exec(raw)?.[1]}`)
  const reminders = () => received().filter((mail) => mail.includes(' reminder-'))
  const waitForMails = async () => {
    const waiting = () => query(`select once_key from outbox_messages where status <> 'sent'`)
    await expect.poll(waiting, { timeout: 150_000 }).toEqual([])
  }
  const runJobs = async () => {
    for (const job of jobs)
      for (let count = 0; count < jobsOfEachKind; count++) await enqueue(drizzle(pool), job, {})
    const waiting = () =>
      query(`select name from pgboss.job where name = any($1) and state not in ('completed')`, [names])
    await expect.poll(waiting, { timeout: 150_000 }).toEqual([])
  }
  await runJobs()
  await waitForMails()
  expect(reminders()).toEqual([])

  await passTrainingDays({ query }, jump)
  await runJobs()
  await waitForMails()
  expect(reminders().sort()).toEqual(expected.sort())
  const readOffers = () =>
    query<{ status: string; version: number; ended: string }>(
      'select status, version, ended_at::text as ended from offers where id = any($1) order by id',
      [offers.map(({ id }) => id)],
    )
  const after = await readOffers()
  expect(after.map(({ status }) => status)).toEqual(open.map(({ status }) => status))
  expect(after.map(({ version }) => version)).toEqual(
    offers.map(({ version }, index) => version + (open[index]?.status === 'lapsed' ? 1 : 0)),
  )
  const held = () => query('select day from trainer_days where offer_id is not null')
  expect(await held()).toHaveLength(open.filter(({ status }) => status === 'sent').length)

  // The clock is set back and jumps again: nothing is sent or ended a second time.
  await passTrainingDays({ query }, -jump)
  await runJobs()
  await passTrainingDays({ query }, jump)
  await runJobs()
  await waitForMails()
  expect(reminders().sort()).toEqual(expected.sort())
  expect(await readOffers()).toEqual(after)
  const [overlaps] = await query<{ count: number }>(
    `select count(*)::int from pgboss.job as one join pgboss.job as other
       on one.name = other.name and one.id < other.id
       and one.started_on < other.completed_on and other.started_on < one.completed_on
     where one.name = any($1)`,
    [names],
  )
  console.log(
    `${expected.length} reminders, ${after.filter(({ status }) => status === 'lapsed').length} lapsed offers, ` +
      `${overlaps?.count} pairs of jobs ran at the same time`,
  )
})
