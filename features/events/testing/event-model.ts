import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect } from 'vitest'
import { addDays } from '../../../core/contract/calendar-days.ts'
import type { Database } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { stopMails } from '../../../core/server/mail/outbox.ts'
import { createRandom, type Random } from '../../../tests/helpers/random.ts'
import { lockAddress } from '../../people/server/personal-data.ts'
import { personKey } from '../contract/registrations.ts'
import { eventRegistrations, events } from '../schema.ts'
import type { EventRow, RegistrationRow } from '../server/event-row.ts'
import { cancelEvent, createEvent, publishEvent, updateEvent } from '../server/events.ts'
import { eventPersonalData } from '../server/personal-data.ts'
import { hashOf } from '../server/registrations/arrival.ts'
import { checkIn } from '../server/registrations/check-in.ts'
import {
  admitRegistration,
  cancelRegistration,
  changeRegistration,
  register,
} from '../server/registrations/registrations.ts'
import { endAgain, eventRestore, lastSequence, raiseSequences } from '../server/restore.ts'
import { sendReminders } from '../server/send-reminders.ts'
import { eventDeps, eventFacts, partyOf } from './event-office.ts'

export type EventHistories = { seed: number; histories: number }

/** Tables of dates, in an order in which they can be filled, and their calendar days and times */
const tables = {
  events: {
    days: ['day', 'register_until'],
    times: ['day_chosen_at', 'created_at', 'published_at', 'canceled_at'],
  },
  event_registrations: { days: ['paid_on'], times: ['created_at', 'waiting_since', 'canceled_at'] },
  outbox_messages: { days: [], times: ['created_at'] },
  event_mails: { days: [], times: [] },
  gatherings: { days: ['day'], times: ['ask_at'] },
  attendees: { days: [], times: ['came_at', 'marked_at'] },
} as const
const tableNames = Object.keys(tables) as (keyof typeof tables)[]

const people = ['Ann', 'Bob', 'Cy', 'Di', 'Ed', 'Flo', 'Gil', 'Hal']

type World = {
  pool: pg.Pool
  db: Database
  random: Random
  by: { id: number }
  counts: Map<string, number>
  /** Days that have passed since the beginning */
  passed: number
  /** Text of each email that was ever queued, also before a restore, by Message-ID */
  texts: Map<string, string>
  /** The news of each party, with the day of its date counted from the beginning: `UID seat` */
  told: Set<string>
  lastMail: number
}

/**
 * Runs short random histories of dates with registrations, some actions at the same time, and checks after each step that
 * no seat is given twice, that no one waits while a seat is free for them, and that every decision is told once. Returns
 * how often each outcome came up. The database must have no other users.
 */
export async function runEventModel(
  connectionString: string,
  { seed, histories }: EventHistories,
): Promise<Map<string, number>> {
  const pool = new pg.Pool({ connectionString, max: 6 })
  // Postgres may stop before the last connection is closed.
  pool.on('error', () => {})
  const counts = new Map<string, number>()
  try {
    const { rows } = await pool.query<{ id: number }>(
      `insert into users (username, password, role) values ('model', '', 'owner') returning id`,
    )
    const by = { id: rows[0]?.id ?? 0 }
    for (let number = 0; number < histories; number++) {
      const random = createRandom(seed + number)
      const memory = { passed: 0, texts: new Map<string, string>(), told: new Set<string>(), lastMail: 0 }
      await runHistory({ pool, db: drizzle(pool), random, by, counts, ...memory }, seed + number)
      await pool.query(`truncate ${tableNames.join(', ')} cascade; delete from settings`)
      // Autovacuum comes by too rarely, and queries get slow on rows that are long gone.
      if (number % 50 === 49) await pool.query('vacuum pgboss.job')
    }
  } finally {
    await pool.end()
  }
  return counts
}

async function runHistory(world: World, seed: number): Promise<void> {
  const { random, counts } = world
  const trail: string[] = []
  await createAndPublish(world)
  let backup: Backup | undefined
  for (let step = 0; step < 8; step++) {
    if (random.isOneIn(6)) backup = await backUp(world)
    if (random.isOneIn(4)) await passDays(world, random.pick([1, 1, 2, 5, 18]))
    if (backup && random.isOneIn(10)) {
      await restore(world, backup)
      trail.push('restore')
      counts.set('restore', (counts.get('restore') ?? 0) + 1)
    }
    const scene = await readScene(world)
    const chosen = Array.from({ length: random.isOneIn(3) ? 3 : 1 }, () => choose(world, scene))
    const done = await Promise.all(chosen.map(({ run }) => outcomeOf(run()))).catch((error: unknown) => {
      throw new Error(`seed ${seed}: an action failed after ${trail.join(', ')}`, { cause: error })
    })
    for (const [index, outcome] of done.entries()) {
      const name = `${chosen[index]?.name} ${outcome}`
      trail.push(name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    const about = `seed ${seed}: ${trail.join(', ')}`
    await checkSeats(world, about)
    // The job runs twice at the same time, as after a crash.
    await Promise.all([runJob(world), runJob(world)])
    await checkSeats(world, about)
    await checkWaiting(world, about)
    await checkMails(world, about)
  }
}

const runJob = ({ db }: World) => sendReminders({ ...eventDeps, db })

/** Refusals are outcomes. Other errors are failures. */
async function outcomeOf(run: Promise<unknown>): Promise<string> {
  try {
    const done = await run
    return typeof done === 'object' && done && 'result' in done ? String(done.result) : 'done'
  } catch (error) {
    if (error instanceof RequestProblem) return 'refused'
    throw error
  }
}

const nearby = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)

function randomFacts({ random }: World) {
  return {
    ...eventFacts,
    timeZone: 'UTC',
    day: addDays(new Date().toISOString().slice(0, 10), random.pick([1, 2, 3, 6, 20])),
    startsAt: random.pick(['09:00', '00:10', nearby(90), nearby(200)]),
    endsAt: '23:59',
    seats: random.pick([1, 2, 3, 5, null]),
  }
}

async function createAndPublish(world: World): Promise<void> {
  const id = await createEvent(world.db, world.by, randomFacts(world))
  await publishEvent(world.db, world.by, id)
}

type Scene = { dates: EventRow[]; parties: RegistrationRow[] }

const readScene = async ({ db }: World): Promise<Scene> => ({
  dates: await db.select().from(events).orderBy(events.id),
  parties: await db.select().from(eventRegistrations).orderBy(eventRegistrations.id),
})

function choose(world: World, { dates, parties }: Scene): { name: string; run: () => Promise<unknown> } {
  const { db, random, by } = world
  const date = random.pick(dates)
  const which = eq(events.id, date.id)
  const party = parties.length > 0 && !random.isOneIn(3) ? random.pick(parties) : undefined
  const size = random.pick([1, 1, 1, 2, 3, 4])
  const someone = partyOf(random.pick(people), { party: size, message: String(random.below(1_000_000)) })
  if (!party || random.isOneIn(4)) {
    const isSuspect = random.isOneIn(6)
    const arrival = { contentHash: hashOf(someone), isSuspect }
    if (random.isOneIn(5)) return walkIn()
    if (random.isOneIn(12)) return { name: 'publish another', run: () => createAndPublish(world) }
    if (random.isOneIn(3)) return changeDate()
    return {
      name: isSuspect ? 'join as spam' : 'join',
      run: () => register(db, eventDeps, which, someone, arrival),
    }
  }
  const itself = eq(eventRegistrations.id, party.id)
  const again = { ...someone, name: party.name || 'X', email: party.email || 'x@example.org' }
  switch (random.below(7)) {
    case 0:
      return { name: 'change', run: () => changeRegistration(db, eventDeps, itself, again) }
    case 1:
      return {
        name: 'change by us',
        run: () => changeRegistration(db, eventDeps, itself, someone, party.version),
      }
    case 2:
      return { name: 'cancel', run: () => cancelRegistration(db, eventDeps, itself, 'person') }
    case 3:
      return { name: 'cancel by us', run: () => cancelRegistration(db, eventDeps, itself, by) }
    case 4:
      return { name: 'admit', run: () => admitRegistration(db, eventDeps, itself, by) }
    case 5:
      return { name: 'erase', run: () => erase(world, party.email) }
    default: {
      const mark = { key: personKey(party.uid, 0), came: !random.isOneIn(4), at: new Date().toISOString() }
      return { name: 'check in', run: () => checkIn(db, eventDeps, date, { marks: [mark], walkIns: [] }) }
    }
  }

  function walkIn() {
    const uid = `00000000-0000-4000-8000-${String(random.below(1_000_000_000)).padStart(12, '0')}`
    const arrived = { uid, name: someone.name, email: '', at: new Date().toISOString() }
    const run = async () => {
      const full = await checkIn(db, eventDeps, date, { marks: [], walkIns: [arrived, arrived] })
      return { result: full.length > 0 ? 'full' : 'done' }
    }
    return { name: 'walk in', run }
  }

  function changeDate() {
    if (random.isOneIn(5))
      return { name: 'cancel date', run: () => cancelEvent(db, eventDeps, by, date.id, '') }
    const fields = Object.keys(eventFacts) as (keyof typeof eventFacts)[]
    const now = Object.fromEntries(fields.map((field) => [field, date[field]])) as typeof eventFacts
    const facts = randomFacts(world)
    const isMove = random.isOneIn(2)
    const { seats, day, startsAt } = facts
    const change = isMove ? { day, startsAt, endsAt: '23:59' } : { seats }
    const run = () => updateEvent(db, eventDeps, date.id, { ...now, ...change, version: date.version })
    return { name: isMove ? 'move date' : 'change seats', run }
  }
}

async function erase({ db }: World, email: string): Promise<void> {
  if (email === '') return
  await db.transaction(async (tx) => {
    await lockAddress(tx, email)
    const { rows } = await tx.execute<{ at: string }>(sql`select clock_timestamp()::text as at`)
    const until = sql`${rows[0]?.at}::timestamptz`
    await eventPersonalData.hide(tx, email, until)
    const person = { email, until, ours: sql`true`, by: 'visitor' as const, features: [] }
    await eventPersonalData.erase(tx, person)
    await tx.execute(
      sql`delete from outbox_messages where lower(recipient) = ${email} and created_at <= ${until}`,
    )
  })
}

/** Lets days pass: moves every day and time back. */
async function passDays(world: World, days: number): Promise<void> {
  world.passed += days
  for (const name of tableNames) {
    const { days: dayColumns, times } = tables[name]
    const moves = [
      ...dayColumns.map((column) => `${column} = ${column} - ${days}`),
      ...times.map((column) => `${column} = ${column} - make_interval(days => ${days})`),
    ]
    if (moves.length > 0) await world.pool.query(`update ${name} set ${moves.join(', ')}`)
  }
}

type Backup = { rows: Map<string, string>; passed: number }

async function backUp({ pool, passed }: World): Promise<Backup> {
  const rows = new Map<string, string>()
  for (const name of tableNames) {
    const found = await pool.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from ${name} as t`,
    )
    rows.set(name, found.rows[0]?.rows ?? '[]')
  }
  return { rows, passed }
}

/** Goes back to a backup as a restore does. The emails that were queued since were sent, and their recipients know them. */
async function restore(world: World, backup: Backup): Promise<void> {
  const { pool, db, passed } = world
  const canceled = async (table: string, columns: string) =>
    (
      await pool.query(
        `select uid, canceled_at::text as "canceledAt", ${columns} from ${table} where canceled_at is not null`,
      )
    ).rows
  const ended = {
    events: await canceled('events', 'cancel_reason as reason'),
    registrations: await canceled('event_registrations', 'canceled_by as "canceledBy"'),
  }
  const sequences = await pool.query<{ last: number }>(lastSequence)
  await pool.query(`truncate ${tableNames.join(', ')} cascade`)
  for (const [name, rows] of backup.rows) {
    const columns = await pool.query<{ list: string }>(
      `select string_agg(column_name, ', ') as list from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [name],
    )
    const list = columns.rows[0]?.list
    await pool.query(
      `insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, $1)`,
      [rows],
    )
  }
  world.passed = backup.passed
  await passDays(world, passed - backup.passed)
  await endAgain(pool, ended)
  await raiseSequences(pool, sequences.rows[0]?.last ?? 0)
  await stopMails(db)
  await eventRestore.stop(db)
}

/** `taken` is the sum of the registered parties, and never more than the seats. */
async function checkSeats({ pool }: World, about: string): Promise<void> {
  const { rows } = await pool.query(
    `select events.id, seats, taken, sum(party) from events left join event_registrations
       on event_id = events.id and event_registrations.status = 'registered'
     group by events.id having taken <> coalesce(sum(party), 0) or taken > seats`,
  )
  expect(rows, about).toEqual([])
}

/** Until a date begins, no one waits who fits. */
async function checkWaiting({ pool }: World, about: string): Promise<void> {
  const { rows } = await pool.query(
    `select event_registrations.id from event_registrations join events on events.id = event_id
     where event_registrations.status = 'waiting' and events.status = 'published'
       and (day + starts_at::time) at time zone time_zone > now() + interval '1 second'
       and (seats is null or taken + party <= seats)`,
  )
  expect(rows, about).toEqual([])
}

type Mail = {
  id: number
  messageId: string
  text: string
  about: string
  uid: string
  startsOn: number
  to: string
}

/** No Message-ID has two texts, no reminder of a day comes twice, and everyone with a seat or a place in line knows it. */
async function checkMails(world: World, about: string): Promise<void> {
  const { pool, texts, told, passed } = world
  const { rows } = await pool.query<Mail>(
    `select outbox_messages.id, outbox_messages.message_id as "messageId", subject || text || recipient as text,
       event_mails.about, event_registrations.uid, recipient as to, day - current_date as "startsOn"
     from event_mails join outbox_messages on outbox_messages.id = event_mails.message_id
       join event_registrations on event_registrations.id = registration_id join events on events.id = event_id
     where outbox_messages.id > $1 order by 1`,
    [world.lastMail],
  )
  for (const mail of rows) {
    world.lastMail = mail.id
    expect(texts.get(mail.messageId) ?? mail.text, `${mail.messageId}, ${about}`).toBe(mail.text)
    texts.set(mail.messageId, mail.text)
    const isReminder = mail.about.startsWith('reminder')
    const fact = `${mail.uid} ${mail.about}${isReminder ? ` ${mail.startsOn + passed}` : ''}`
    if (isReminder) expect(told.has(fact), `twice: ${fact}, ${about}`).toBe(false)
    told.add(fact)
  }
  const { rows: parties } = await pool.query<{ uid: string; status: string; event: string }>(
    `select uid, event_registrations.status, (select status from events where id = event_id) as event
     from event_registrations where status in ('registered', 'waiting') and email <> '' and not is_walk_in`,
  )
  for (const { uid, status, event } of parties) {
    const isTold =
      status === 'waiting'
        ? told.has(`${uid} waiting`)
        : ['registered', 'seat'].some((what) => told.has(`${uid} ${what}`))
    expect(isTold, `${status} ${uid}, ${about}`).toBe(true)
    if (event === 'canceled') expect(told.has(`${uid} canceled`), `${uid}, ${about}`).toBe(true)
  }
}
