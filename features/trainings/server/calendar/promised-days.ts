import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { SiteSettings } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { formatHours } from '../../../calendar/contract/day-time.ts'
import type { CalendarEvent } from '../../../manifest/calendar-event.ts'
import { trainingWaitlist } from '../../../people/schema/entries.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { offers, trainerDays, trainings } from '../../schema.ts'
import { toEvent, trainerEvent } from './training-event.ts'

/** The days that are held or booked. Once the person is deleted, their name is empty. */
export const promisedDays = sql`select held.trainer_id, held.day, coalesce(held.offer_id, held.training_id) as id,
    jsonb_build_object('state', case when held.offer_id is null and held.use <> 'wish' then 'booked' else 'held' end,
      'what', case held.use when 'travel' then 'Travel' when 'wish' then 'Requested' end,
      'offerId', held.offer_id, 'trainingId', held.training_id,
      'name', coalesce(client.name, ''), 'company', coalesce(client.company, '')) as promise
  from trainer_days as held left join offers on offers.id = held.offer_id
    left join trainings on trainings.id = held.training_id
    left join training_waitlist as client
      on client.id = coalesce(offers.entry_id, trainings.entry_id) and client.deleted_at is null`

/** A trainer has one event per day, so this is more than eight years. */
const maxEvents = 3000

/** Lists the booked days of a trainer, and the held days as tentative ones, from a year ago on. */
export async function listEvents(
  db: Queryable,
  site: SiteSettings,
  trainerId: number,
): Promise<CalendarEvent[]> {
  return [...(await listOfTrainings(db, site, trainerId)), ...(await listHeld(db, site, trainerId))]
}

const company = sql<string>`coalesce(${trainingWaitlist.company}, '')`
const yearAgo = ({ timeZone }: SiteSettings) =>
  sql`((now() at time zone ${timeZone})::date - interval '1 year')::date`

async function listHeld(db: Queryable, site: SiteSettings, trainerId: number): Promise<CalendarEvent[]> {
  const rows = await db
    .select({ offer: offers, day: trainerDays.day, company })
    .from(trainerDays)
    .innerJoin(offers, eq(offers.id, trainerDays.offerId))
    .innerJoin(trainingWaitlist, eq(trainingWaitlist.id, offers.entryId))
    .where(and(eq(trainerDays.trainerId, trainerId), gte(trainerDays.day, yearAgo(site))))
    .orderBy(asc(trainerDays.day))
    .limit(maxEvents)
  return rows.map(({ offer, day, company }) => {
    const timeZone = offer.timeZone ?? site.timeZone
    const held = { ...offer, uid: `${offer.uid}-${day}`, sequence: 0, day, timeZone, canceledAt: null }
    return {
      ...toEvent(held, offer.createdAt),
      summary: company ? `Held: ${company}` : 'Held',
      description: `${formatHours(offer.startsAt, offer.endsAt, timeZone)}\nHeld for an offer: ${site.publicUrl}${trainingPaths.adminOffer(offer.id)}`,
      status: 'tentative',
    }
  })
}

/** Booked days, days of travel, and days that clients wish instead of booked ones */
async function listOfTrainings(
  db: Queryable,
  site: SiteSettings,
  trainerId: number,
): Promise<CalendarEvent[]> {
  const rows = await db
    .select({
      training: trainings,
      day: trainerDays.day,
      use: trainerDays.use,
      company,
      isKnown: sql<boolean>`${trainingWaitlist.id} is not null`,
    })
    .from(trainerDays)
    .innerJoin(trainings, eq(trainings.id, trainerDays.trainingId))
    // A deleted person leaves the calendar at once, not only when they are erased.
    .leftJoin(
      trainingWaitlist,
      and(eq(trainingWaitlist.id, trainings.entryId), isNull(trainingWaitlist.deletedAt)),
    )
    .where(and(eq(trainerDays.trainerId, trainerId), gte(trainings.day, yearAgo(site))))
    .orderBy(asc(trainings.day), asc(trainerDays.use), asc(trainerDays.day))
    .limit(maxEvents)
  return rows.map(({ training, day, use, company, isKnown }) => {
    const event = {
      ...training,
      timeZone: training.timeZone ?? site.timeZone,
      ...(!isKnown && { place: '' }),
    }
    const adminUrl = site.publicUrl + trainingPaths.adminTraining(training.id)
    if (use === 'training') return trainerEvent(event, training.dayChosenAt, { company, adminUrl })
    const name = use === 'travel' ? 'Travel' : 'Held'
    return {
      ...toEvent({ ...event, uid: `${training.uid}-${day}`, day, place: '' }, training.dayChosenAt),
      summary: company ? `${name}: ${company}` : name,
      description: adminUrl,
      status: use === 'travel' ? 'confirmed' : 'tentative',
    }
  })
}
