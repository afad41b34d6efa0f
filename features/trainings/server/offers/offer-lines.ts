import { eq, sql } from 'drizzle-orm'
import {
  formatDate,
  formatDay,
  formatShortDay,
  formatWeekday,
} from '../../../../core/contract/format-date.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { promisedDays } from '../../../calendar/server/promised-days.ts'
import {
  type Line,
  line,
  nameOf,
  quote,
  readFirst,
  type Section,
  type TodayClock,
} from '../../../manifest/today-section.ts'
import { trainingWaitlist } from '../../../people/schema/entries.ts'
import { describeEnd, type OfferEnd } from '../../contract/offer-end.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { findNextInLine } from './next-in-line.ts'

/** Days before the end of an offer from which on it is listed */
const expiringDays = 3
/** Days after which a draft is listed */
const draftDays = 2

/** Days for which an offer that ended is listed */
const freedDays = 14

const withPerson = sql`offers join training_waitlist as person
  on person.id = offers.entry_id and person.deleted_at is null`
const who = sql`person.name, person.company, lower(person.email) as email`
const offersHref = (status: string) => `${trainingPaths.adminTab('offers')}&status=${status}`

type Person = { id: number; name: string; company: string | null; email: string }

export async function listExpiring(db: Queryable): Promise<Section> {
  const { rows, more } = await readFirst<Person & OfferEnd>(db, {
    columns: sql`offers.id, ${who}, days::text[] as days, valid_until::text as "validUntil"`,
    from: sql`${withPerson} where offers.status = 'sent' and expires_at <= now() + make_interval(days => ${expiringDays})`,
    order: sql`expires_at, offers.id`,
  })
  const lines = rows.map((row) => offerLine(row, `Offer to ${nameOf(row)}`, `Valid ${describeEnd(row)}`))
  return { id: 'expiring', lines, more, moreHref: offersHref('sent') }
}

export async function listDrafts(db: Queryable, { timeZone }: TodayClock): Promise<Section> {
  const { rows, more } = await readFirst<Person & { createdAt: string }>(db, {
    columns: sql`offers.id, ${who}, offers.created_at as "createdAt"`,
    from: sql`${withPerson} where offers.status = 'draft' and offers.created_at < now() - make_interval(days => ${draftDays})`,
    order: sql`offers.id`,
  })
  const lines = rows.map((row) =>
    offerLine(
      row,
      `Offer to ${nameOf(row)}`,
      `Drafted ${formatDate(row.createdAt, { timeZone })}. Its days are held.`,
    ),
  )
  return { id: 'drafts', lines, more, moreHref: offersHref('draft') }
}

/** Offers and booked trainings whose client asked for other days, longest waiting first */
export async function listOtherDays(db: Queryable): Promise<Section> {
  const offers = await readFirst<Person & { answer: string }>(db, {
    columns: sql`offers.id, ${who}, answer`,
    from: sql`${withPerson} where offers.status = 'other-days'`,
    order: sql`offers.id`,
  })
  const trainings = await readFirst<Person & { day: string; wished: string | null; wish: string }>(db, {
    columns: sql`trainings.id, day, wished_day as wished, other_day_wish as wish, coalesce(person.name, contact_name) as name,
      person.company, lower(coalesce(person.email, contact_email)) as email`,
    from: sql`trainings left join training_waitlist as person on person.id = trainings.entry_id
      where canceled_at is null and held_at is null and other_day_asked_at is not null
        and person.deleted_at is null`,
    order: sql`other_day_asked_at, trainings.id`,
  })
  return {
    id: 'other-days',
    lines: [
      ...trainings.rows.map((row) =>
        line({
          key: `training-${row.id}`,
          text: `${nameOf(row)} asked to move the training on ${formatWeekday(row.day)}${row.wished ? ` to ${formatWeekday(row.wished)}` : ''}`,
          note: row.wish ? `“${quote(row.wish)}”` : 'They wrote nothing else.',
          href: trainingPaths.adminTraining(row.id),
          emails: [row.email],
        }),
      ),
      ...offers.rows.map((row) =>
        offerLine(
          row,
          `${nameOf(row)} asked for other days`,
          row.answer ? `“${quote(row.answer)}”` : 'They wrote nothing else.',
        ),
      ),
    ],
    more: trainings.more ?? offers.more,
    moreHref: trainings.more ? trainingPaths.adminTab('booked') : offersHref('other-days'),
  }
}

type Freed = Person & { status: string; endedAt: string; trainerId: number }

/** Offers that lapsed or were declined, whose days are still free, each with the person who could take them */
export async function listFreed(db: Queryable, { today, timeZone }: TodayClock): Promise<Section> {
  const { rows, more } = await readFirst<Freed>(db, {
    columns: sql`offers.id, ${who}, offers.status, ended_at as "endedAt",
      trainer_id as "trainerId"`,
    from: sql`${withPerson} where offers.status in ('lapsed', 'declined')
      and ended_at > now() - make_interval(days => ${freedDays})
      and exists (select from unnest(offers.days) as freed (day) where freed.day > ${today}::date
        and not exists (select from ${promisedDays()}
          where promised.trainer_id = offers.trainer_id and promised.day = freed.day))`,
    order: sql`ended_at desc, offers.id desc`,
  })
  const lines = await Promise.all(rows.map((row) => describeFreed(db, row, timeZone)))
  return { id: 'freed', lines, more, moreHref: offersHref('lapsed') }
}

const alternatives = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** The ended offer, with an action that offers its days to the next person in line */
async function describeFreed(db: Queryable, row: Freed, timeZone: string): Promise<Line> {
  const what = row.status === 'declined' ? 'was declined' : 'lapsed'
  const ended = `The offer to ${nameOf(row)} ${what} ${formatDate(row.endedAt, { timeZone })}`
  const [next] = await findNextInLine(db, row.id, timeZone, 1)
  if (!next) return offerLine(row, ended, 'No one else on the waitlist can take its days.')
  const days = alternatives.format(next.days.map(formatShortDay))
  const line = offerLine(
    row,
    ended,
    `Next in line: ${nameOf(next)}, waiting since ${formatDate(next.joinedAt, { timeZone })}, for ${days}.`,
  )
  return {
    ...line,
    action: {
      text: next.days.length === 1 ? 'Offer this day' : 'Offer these days',
      about: `to ${next.name}`,
      href: trainingPaths.adminNewOfferOf(next.entryId, row.trainerId, next.days.join(',')),
    },
    emails: [row.email, ...(await findAddresses(db, next.entryId))],
  }
}

async function findAddresses(db: Queryable, entryId: number): Promise<string[]> {
  const rows = await db
    .select({ email: sql<string>`lower(${trainingWaitlist.email})` })
    .from(trainingWaitlist)
    .where(eq(trainingWaitlist.id, entryId))
  return rows.map(({ email }) => email)
}

/** All offers that clients can still answer, for the check after a restore */
export async function listLiveOffers(db: Queryable): Promise<Line[]> {
  const { rows } = await db.execute<Person & { status: string; days: string[]; validUntil: string }>(
    sql`select offers.id, ${who}, offers.status, days::text[] as days, valid_until::text as "validUntil" from ${withPerson}
      where offers.status in ('draft', 'sent', 'other-days') order by offers.id`,
  )
  const notes: Record<string, (row: (typeof rows)[number]) => string> = {
    draft: () => 'Draft, not sent',
    'other-days': () => 'The client asked for other days',
    sent: (row) => `Sent, valid ${describeEnd(row)}`,
  }
  return rows.map((row) =>
    offerLine(
      row,
      `Offer to ${nameOf(row)}`,
      `${notes[row.status]?.(row) ?? row.status}. ${row.days.map(formatDay).join('; ')}`,
    ),
  )
}

const offerLine = (row: Person, text: string, note: string): Line =>
  line({ key: `offer-${row.id}`, text, note, href: trainingPaths.adminOffer(row.id), emails: [row.email] })
