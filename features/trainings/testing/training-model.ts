import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect } from 'vitest'
import { features } from '../../../app/features.ts'
import { readConfig } from '../../../core/config.ts'
import type { Database } from '../../../core/server/db/connect.ts'
import { stopMails } from '../../../core/server/mail/outbox.ts'
import { createRandom } from '../../../tests/helpers/random.ts'
import { formatDayTime } from '../../calendar/contract/day-time.ts'
import { readClock } from '../../calendar/server/clock.ts'
import { applyLedger, readLedger } from '../../privacy/server/deletion-ledger.ts'
import { toFacts } from '../server/mails/mail-facts.ts'
import type { TrainingDeps } from '../server/mails/training-events.ts'
import { lapseOffers } from '../server/offers/lapse-offers.ts'
import { resumeTrainings } from '../server/pause.ts'
import { trainingRestore } from '../server/restore.ts'
import { readPause } from '../server/trainings-today.ts'
import { createTrainingActions, type Done, type Scene } from './training-actions.ts'
import { passTrainingDays, trainingDeps, trainingTableNames } from './trainings.ts'

const trainersPerHistory = 3
/** The last two are of one person. */
const entriesPerHistory = 4
/** The date differs between them most of the time. */
const timeZones = ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']

/** Number of answers that were accepted for each offer, by kind */
type Answers = Map<string, Record<'accept' | 'other-days' | 'declined', number>>

/** A number of histories with the seeds from `seed` on */
export type TrainingHistories = { seed: number; histories: number }

/**
 * Runs short random histories of an office with several trainers and people, some actions at the same time, and checks
 * after each step that no day is promised twice, that nothing is accepted after its end, that every answer is
 * confirmed exactly once, and that Message-IDs and SEQUENCE never run backward. Returns how often each outcome came up. The database must have no other users.
 */
export async function runTrainingModel(
  connectionString: string,
  { seed, histories }: TrainingHistories,
): Promise<Map<string, number>> {
  const pool = new pg.Pool({ connectionString, max: 6 })
  // Postgres may stop before the last connection is closed.
  pool.on('error', () => {})
  const office: Office = {
    pool,
    db: drizzle(pool),
    counts: new Map(),
    ownerId: 0,
    trainers: [],
    columns: await listColumns(pool),
  }
  try {
    const [ownerId = 0, ...trainers] = await addUsers(pool)
    Object.assign(office, { ownerId, trainers })
    for (let number = 0; number < histories; number++) {
      await runHistory(office, seed + number)
      // Autovacuum comes by too rarely, and queries get slow on rows that are long gone.
      if (number % 50 === 49)
        await pool.query(`vacuum ${[...trainingTableNames, 'users', 'pgboss.job'].join(', ')}`)
    }
  } finally {
    await pool.end()
  }
  return office.counts
}

type Office = {
  pool: pg.Pool
  db: Database
  counts: Map<string, number>
  ownerId: number
  trainers: number[]
  /** Lists of the columns that a restore fills, by table */
  columns: Map<string, string>
}

async function runHistory(office: Office, seed: number): Promise<void> {
  const { pool, counts, db } = office
  const random = createRandom(seed)
  const timeZone = random.pick(timeZones)
  const deps: TrainingDeps = { ...trainingDeps, config: siteIn(timeZone) }
  await addPeople(pool)
  const query = pool.query.bind(pool) as pg.Pool['query']
  const actions = createTrainingActions({ db, deps, query, random })
  await actions.sendFirst(await readScene(office))
  let answers: Answers = new Map()
  let backup: { rows: Backup; answers: Answers } | undefined
  /** Offers that were accepted at any time, also if a restore has undone it */
  const everAccepted = new Set<string>()
  const trail: unknown[] = []
  const sent: SentMails = { lastId: 0, texts: new Map(), sequences: new Map() }
  await checkMails(pool, sent, timeZone, `seed ${seed}: the first offers`)
  const note = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (let step = 0; step < 7; step++) {
    if (random.isOneIn(6))
      await passTrainingDays(
        { query: (text) => pool.query(text) },
        1 + random.below(random.isOneIn(4) ? 40 : 5),
      )
    if (random.isOneIn(5)) backup = { rows: await backUp(pool), answers: structuredClone(answers) }
    const isRestored = backup !== undefined && random.isOneIn(10)
    if (backup && isRestored) {
      await restore(office, backup.rows)
      answers = structuredClone(backup.answers)
      note('restore')
      trail.push('restore')
      await checkPause(office, timeZone, `seed ${seed}: ${JSON.stringify(trail)}`)
    }
    const scene = await readScene(office)
    const isRace = !isRestored && random.isOneIn(8)
    const chosen = isRestored
      ? // Clients whose answer is gone try again.
        [actions.accept]
      : isRace
        ? [...actions.race(scene), actions.act]
        : Array.from({ length: 1 + random.below(3) }, () => actions.act)
    const done = await Promise.all(chosen.map((act) => act(scene))).catch((error: unknown) => {
      throw new Error(`seed ${seed}: an action failed after ${JSON.stringify(trail)}`, { cause: error })
    })
    trail.push(done)
    if (isRace) note(`race of ${nameRace(done)}`)
    for (const { name, outcome, answer } of done) {
      note(`${name} ${outcome}`)
      if (!answer) continue
      const { uid, kind, wasOver, mustWork } = answer
      if (mustWork && done.length === 1)
        expect(outcome, `seed ${seed}: ${kind} was refused: ${JSON.stringify(trail)}`).toBe('done')
      if (outcome !== 'done') continue
      expect(wasOver, `seed ${seed}: ${kind} after the end: ${JSON.stringify(trail)}`).toBe(false)
      if (kind === 'accept') {
        if (everAccepted.has(uid)) note('accept repeated after a restore')
        everAccepted.add(uid)
      }
      const given = answers.get(uid) ?? { accept: 0, 'other-days': 0, declined: 0 }
      answers.set(uid, { ...given, [kind]: given[kind] + 1 })
    }
    await check(pool, timeZone, answers, `seed ${seed}: ${JSON.stringify(trail)}`)
    await checkMails(pool, sent, timeZone, `seed ${seed}: ${JSON.stringify(trail)}`)
  }
  await checkEnds(office, deps, `seed ${seed}: ${JSON.stringify(trail)}`)
  await clear(pool)
}

/** Once no one answers any more, no day is held for an offer that was sent or for a wish. */
async function checkEnds({ pool, db, ownerId }: Office, deps: TrainingDeps, trail: string): Promise<void> {
  await resumeTrainings(db, { id: ownerId })
  await passTrainingDays({ query: (text) => pool.query(text) }, 100)
  await lapseOffers({ ...deps, db })
  const { rows } = await pool.query(
    `select day, use from trainer_days left join offers on offers.id = offer_id
     where use = 'wish' or offers.status = 'sent'`,
  )
  expect(rows, `held without an end, ${trail}`).toEqual([])
}

/** The outcomes of two answers to one offer while it lapsed */
const nameRace = (done: Done[]) =>
  done
    .slice(0, 2)
    .map(({ outcome }) => outcome)
    .sort()
    .join(' and ')

/** Adds the owner and the trainers, and returns their ids in this order. */
async function addUsers(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (username, password, role, email)
     select case n when 0 then 'Olga' else 'trainer-' || n end, '', case n when 0 then 'owner' else 'editor' end,
       'user-' || n || '@example.org' from generate_series(0, $1::int) as n order by n
     returning id`,
    [trainersPerHistory],
  )
  return rows.map(({ id }) => id)
}

const siteIn = (timeZone: string) =>
  readConfig({ PUBLIC_URL: 'http://everyday.test', TIME_ZONE: timeZone }, '/nowhere')

async function addPeople(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into training_waitlist (id, name, email)
     select id, 'Person', 'person-' || case n when $1 then id - 1 else id end || '@example.org'
     from (select n, nextval('training_waitlist_id_seq')::int as id from generate_series(1, $1::int) as n) as ids`,
    [entriesPerHistory],
  )
}

async function readScene({ pool, trainers, ownerId }: Office): Promise<Scene> {
  const { rows } = await pool.query<{ scene: Omit<Scene, 'owner' | 'trainers'> }>({
    // A named query is planned once.
    name: 'scene',
    text: `select json_build_object(
       'entries', (select coalesce(json_agg(id order by id), '[-1]') from training_waitlist),
       'offers', (select coalesce(json_agg(json_build_object('id', id, 'uid', uid, 'status', status, 'days', days,
           'version', version, 'isOver', status not in ('draft', 'sent', 'other-days')
             or status = 'sent' and expires_at <= clock_timestamp()) order by id), '[]') from offers),
       'trainings', (select coalesce(json_agg(json_build_object('id', id, 'uid', uid, 'version', version, 'entryId', entry_id)
           order by id), '[]') from trainings)) as scene`,
  })
  const scene = rows[0]?.scene
  if (!scene) throw new Error('the scene was not read')
  return { ...scene, owner: { id: ownerId, username: 'Olga' }, trainers }
}

type Backup = Record<string, unknown[]>

async function backUp(pool: pg.Pool): Promise<Backup> {
  const lists = trainingTableNames.map(
    (name) => `'${name}', (select coalesce(json_agg(t), '[]') from ${name} as t)`,
  )
  const { rows } = await pool.query<{ rows: Backup }>(`select json_build_object(${lists.join(', ')}) as rows`)
  return rows[0]?.rows ?? {}
}

/** Does to the tables of trainings what a restore does (features/backups/server/restore.ts). */
async function restore({ pool, columns }: Office, backup: Backup): Promise<void> {
  const client = await pool.connect()
  try {
    const db = drizzle(client)
    await client.query('begin')
    const read = async (text: string) => (await client.query(text)).rows
    const endAgain = await trainingRestore.keepEnded({ has: () => true, read })
    const ledger = await readLedger(db)
    await emptyTables(client)
    for (const name of trainingTableNames)
      await fillTable(client, { name, columns: columns.get(name) ?? '' }, backup[name] ?? [])
    await endAgain(client)
    if (ledger) await applyLedger(db, features, ledger)
    await trainingRestore.stop(db)
    await stopMails(db)
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function listColumns(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; list: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and is_generated = 'NEVER' group by 1`,
    [trainingTableNames],
  )
  return new Map(rows.map(({ name, list }) => [name, list]))
}

async function fillTable(
  client: pg.PoolClient,
  { name, columns }: { name: string; columns: string },
  rows: unknown[],
): Promise<void> {
  await client.query(
    `insert into ${name} (${columns})
     select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [JSON.stringify(rows)],
  )
}

async function emptyTables(client: pg.PoolClient | pg.Pool): Promise<void> {
  await client.query(
    trainingTableNames
      .toReversed()
      .map((name) => `delete from ${name}`)
      .join('; '),
  )
}

async function clear(pool: pg.Pool): Promise<void> {
  await emptyTables(pool)
  await pool.query(
    `delete from person_deletions; delete from deletion_ledger; delete from pgboss.job;
     delete from settings where key = 'trainings_paused';
     update users set disabled_at = null, trainer_since = null where disabled_at is not null or trainer_since is not null`,
  )
}

/** After a restore, Today lists all offers that clients can answer, and nothing goes on until someone has looked. */
async function checkPause({ pool, db }: Office, timeZone: string, trail: string): Promise<void> {
  const { rows } = await pool.query<{ key: string; status: string }>(
    `select 'offer-' || id as key, status from offers where status in ('draft', 'sent', 'other-days') order by id`,
  )
  const paused = await readPause(db, await readClock(db, timeZone))
  if (rows.some(({ status }) => status !== 'draft')) expect(paused, trail).not.toBeNull()
  if (paused)
    expect(
      paused.offers.map(({ key }) => key),
      trail,
    ).toEqual(rows.map(({ key }) => key))
}

/** Everything that must be true at any time. Each query lists what is wrong. `$1` is the time zone of the site. */
const rules: Record<string, string> = {
  'a day is promised twice': `
    select trainer_id, day from (
      select trainer_id, day from offers, unnest(days) as day
      where status in ('draft', 'sent') and day >= (now() at time zone $1)::date
      union all select trainer_id, day from trainings where canceled_at is null) as promised
    group by 1, 2 having count(*) > 1`,
  'an offer was accepted after its end': `
    select id from offers where status = 'accepted' and answered_at >= expires_at`,
  'the days of an open offer are not the held ones': `
    select id from offers where array(
        select day from unnest(days) as day where day >= (now() at time zone $1)::date order by day) is distinct from array(
        select day from trainer_days where offer_id = offers.id and trainer_days.trainer_id = offers.trainer_id
          and day >= (now() at time zone $1)::date
        order by day)
      and status in ('draft', 'sent')`,
  'an offer holds days of another trainer': `
    select from trainer_days join offers on offers.id = offer_id
    where trainer_days.trainer_id <> offers.trainer_id`,
  'a day is held for nothing': `
    select * from trainer_days where not exists (select from offers
        where offers.id = offer_id and status in ('draft', 'sent', 'other-days') and day = any(days))
      and not exists (select from trainings where trainings.id = training_id and canceled_at is null
        and trainings.trainer_id = trainer_days.trainer_id and case use
          when 'training' then trainings.day = trainer_days.day
          when 'wish' then wished_day = trainer_days.day and wished_until is not null
          else trainer_days.day between trainings.day - travel_before and trainings.day + travel_after
            and trainer_days.day <> trainings.day end)`,
  'a wish holds no day, or for too long': `
    select id from trainings where wished_until > now() + interval '3 days' or (wished_until is not null) <> exists (
      select from trainer_days where training_id = trainings.id and use = 'wish')`,
  'days of travel are not taken': `
    select id from trainings where canceled_at is null and held_at is null and day > (now() at time zone $1)::date
      and travel_before + travel_after <> (
        select count(*) from trainer_days where training_id = trainings.id and use = 'travel')`,
  'a booked day is not taken': `
    select id from trainings where canceled_at is null
      and not exists (select from trainer_days where training_id = trainings.id and use = 'training')`,
  'an offer of a deleted person is open': `
    select offers.id from offers join training_waitlist on training_waitlist.id = entry_id
    where deleted_at is not null and offers.status in ('draft', 'sent', 'other-days')`,
  'a day ahead is booked for a deleted person': `
    select trainings.id from trainings left join training_waitlist on training_waitlist.id = entry_id
    where canceled_at is null and held_at is null and day > (now() at time zone $1)::date
      and (entry_id is null or deleted_at is not null)`,
  'a status is not what offers and trainings say': `
    select id from training_waitlist where deleted_at is null and (
      (status = 'booked') <> exists (select from trainings
        where entry_id = training_waitlist.id and canceled_at is null and held_at is null)
      or status <> 'offered' and exists (select from offers
        where entry_id = training_waitlist.id and offers.status in ('sent', 'other-days'))
        and not exists (select from trainings
          where entry_id = training_waitlist.id and canceled_at is null and held_at is null))`,
  'an email has another Message-ID than its key, or one that is not derived': `
    select id from outbox_messages where kind in ('offer', 'training') and (once_key is distinct from message_id
      or message_id !~ '^[a-z-]+(-14|-2)?(-trainer)?-\\d+-[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}@everyday-ai$')`,
  'an email goes out during the pause': `
    select id from outbox_messages where status = 'queued' and kind in ('offer', 'training')
      and next_attempt_at < '9999-01-01' and exists (select from settings where key = 'trainings_paused')`,
  'an offer lapses during the pause': `
    select id from offers join settings on key = 'trainings_paused'
    where status = 'lapsed' and ended_at > (value ->> 'since')::timestamptz`,
  'a reminder was sent twice': `
    select training_id from training_mails
      join trainings on trainings.id = training_id join outbox_messages on outbox_messages.id = training_mails.message_id
    where event like 'reminder-%' and created_at >= day_chosen_at
    group by training_id, event, recipient having count(*) > 1`,
  'an email about an offer or a training is not tied to it': `
    select id from outbox_messages where kind in ('offer', 'training')
      and not exists (select from training_mails where training_mails.message_id = outbox_messages.id)`,
}

const brokenRules = Object.values(rules)
  .map((wrong, index) => `select ${index} as rule where exists (select from (${wrong}) as wrong)`)
  .join(' union all ')

async function check(pool: pg.Pool, timeZone: string, answers: Answers, trail: string): Promise<void> {
  const { rows: broken } = await pool.query<{ rule: number }>({
    name: 'rules',
    text: brokenRules,
    values: [timeZone],
  })
  expect(
    broken.map(({ rule }) => Object.keys(rules)[rule]),
    trail,
  ).toEqual([])
  const { rows } = await pool.query<{ uid: string; accept: number; 'other-days': number; declined: number }>({
    name: 'confirmations',
    text: `select offers.uid,
       count(*) filter (where event = 'booked')::int as accept,
       count(*) filter (where event = 'other-days')::int as "other-days",
       count(*) filter (where event = 'declined')::int as declined
     from offers
       left join trainings on trainings.offer_id = offers.id
       left join training_mails on training_mails.offer_id = offers.id or training_id = trainings.id
       left join outbox_messages on outbox_messages.id = training_mails.message_id
     where once_key is null or once_key not like '%-trainer-%'
     group by offers.uid`,
  })
  for (const { uid, ...confirmed } of rows) {
    const given = answers.get(uid) ?? { accept: 0, 'other-days': 0, declined: 0 }
    expect({ uid, ...confirmed }, trail).toEqual({ uid, ...given })
  }
}

/** All emails of a history, also those that a restore has made the database forget */
type SentMails = {
  lastId: number
  /** Texts and files by Message-ID */
  texts: Map<string, string>
  /** The latest SEQUENCE by UID of the event */
  sequences: Map<string, number>
}

type Told = Parameters<typeof toFacts>[0] & {
  sequence: number
  startsAt: string
  endsAt: string
  timeZone: string | null
  /** The offered days, or the booked one */
  days: string[]
}

const factsOf = (table: string, days: string) =>
  `json_build_object('days', ${days}, 'startsAt', ${table}.starts_at, 'endsAt', ${table}.ends_at,
    'timeZone', ${table}.time_zone, 'sequence', ${table}.sequence, 'format', ${table}.format, 'place', ${table}.place,
    'topics', ${table}.topics, 'price', ${table}.price, 'amount', ${table}.amount, 'deposit', ${table}.deposit,
    'currency', ${table}.currency, 'payUrl', ${table}.pay_url, 'terms', ${table}.terms,
    'cancelDays', ${table}.cancel_days, 'prepare', ${table}.prepare)`

/** Checks the emails that were queued since the last check, in this order. */
async function checkMails(pool: pg.Pool, sent: SentMails, siteZone: string, trail: string): Promise<void> {
  const { rows } = await pool.query<{
    id: number
    messageId: string
    text: string
    calendar: string | null
    told: Told | null
  }>({
    name: 'new mails',
    text: `select outbox_messages.id, outbox_messages.message_id as "messageId", text, calendar,
        coalesce(case when trainings.day > current_date + 1 then ${factsOf('trainings', 'array[trainings.day]')} end,
          case when offers.status = 'sent' then ${factsOf('offers', 'offers.days')} end) as told
      from outbox_messages left join training_mails on training_mails.message_id = outbox_messages.id
        left join trainings on trainings.id = training_id left join offers on offers.id = training_mails.offer_id
      where outbox_messages.id > $1 and kind in ('offer', 'training') order by 1`,
    values: [sent.lastId],
  })
  for (const { id, messageId, text, calendar, told } of rows) {
    const { facts, time, times = [], rows: [when] = [] } = JSON.parse(text)
    // The newest email says what is true now. Its key ends with the sequence and the UID.
    if (told && new RegExp(`-${told.sequence}-[\\da-f]{8}-`).test(messageId)) {
      const zone = told.timeZone ?? siteZone
      const trueTimes = told.days.map((day) => formatDayTime({ ...told, day }, zone))
      const said = [time, ...times, when?.[0] === 'When' ? when[1] : undefined].filter(Boolean)
      expect(trueTimes, `${messageId}, ${trail}`).toEqual(expect.arrayContaining(said))
      const { price, terms, payUrl } = toFacts(told, '')
      if (facts) expect(facts, `${messageId}, ${trail}`).toMatchObject({ price, terms })
      // Nothing says where to pay what is paid.
      if (facts) expect(['', payUrl], `${messageId}, ${trail}`).toContain(facts.payUrl)
    }
    const all = `${text}\n${calendar ?? ''}`
    expect(sent.texts.get(messageId) ?? all, `${messageId} has two texts, ${trail}`).toBe(all)
    sent.texts.set(messageId, all)
    sent.lastId = id
    if (calendar === null) continue
    const [, uid = ''] = /^UID:(.*)/m.exec(calendar) ?? []
    const sequence = Number(/^SEQUENCE:(\d+)/m.exec(calendar)?.[1])
    expect(sequence, `SEQUENCE of ${uid}, ${trail}`).toBeGreaterThanOrEqual(sent.sequences.get(uid) ?? 0)
    sent.sequences.set(uid, sequence)
  }
}
