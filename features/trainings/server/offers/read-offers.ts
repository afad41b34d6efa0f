import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Config } from '../../../../core/config.ts'
import { countRows } from '../../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { cutPage, type Page } from '../../../../core/server/db/page.ts'
import { readTimeZone } from '../../../../core/server/organization.ts'
import { users } from '../../../accounts/schema/accounts.ts'
import { userName } from '../../../accounts/server/display-name.ts'
import type { PlanTopic } from '../../../people/contract/plan.ts'
import { trainingWaitlist } from '../../../people/schema/entries.ts'
import type { Offer, OfferQuery } from '../../contract/offers.ts'
import { offers, trainings } from '../../schema.ts'
import { zoneOfOffer } from '../time-zone.ts'
import { createTokenMaker, offerUrl } from './offer-link.ts'

type OfferFilter = Pick<OfferQuery, 'status' | 'entry'>

/** Lists offers, newest first. Those of deleted people are left out. */
export async function listOffers(db: Queryable, config: Config, query: OfferQuery): Promise<Page<Offer>> {
  const { limit, cursor } = query
  const where = conditionsOf(query)
  const [rows, total] = await Promise.all([
    readOffers(db, config, and(where, cursor === undefined ? undefined : lt(offers.id, cursor)), limit + 1),
    countRows(db, offers, where),
  ])
  return cutPage(rows, limit, total, ({ id }) => id)
}

export async function findOffer(db: Queryable, config: Config, id: number): Promise<Offer | undefined> {
  const [offer] = await readOffers(db, config, and(eq(offers.id, id), ofKnownPeople), 1)
  return offer
}

/**
 * Without offers to deleted people. Few people are deleted and not yet erased, so a list of them is faster than a lookup
 * for each offer.
 */
export const ofKnownPeople = sql`${offers.entryId} not in (select id from training_waitlist where deleted_at is not null)`

function conditionsOf({ status, entry }: OfferFilter): SQL | undefined {
  return and(
    ofKnownPeople,
    status && eq(offers.status, status),
    entry === undefined ? undefined : sql`${offers.entryId} in (${entriesLike(entry)})`,
  )
}

/** The ids of all waitlist entries of the person who wrote an entry */
export const entriesLike = (entryId: number) =>
  sql`select same.id from training_waitlist as one
    join training_waitlist as same on lower(same.email) = lower(one.email) where one.id = ${entryId}`

async function readOffers(
  db: Queryable,
  config: Config,
  where: SQL | undefined,
  limit: number,
): Promise<Offer[]> {
  const rows = await db
    .select({
      offer: offers,
      name: trainingWaitlist.name,
      email: trainingWaitlist.email,
      company: sql<string>`coalesce(${trainingWaitlist.company}, '')`,
      trainerName: userName,
      heldDays: sql<string[]>`array(select day::text from trainer_days
        where trainer_days.offer_id = ${offers.id} order by day)`,
      trainingId: trainings.id,
      bookedDay: trainings.day,
    })
    .from(offers)
    .innerJoin(trainingWaitlist, eq(trainingWaitlist.id, offers.entryId))
    .innerJoin(users, eq(users.id, offers.trainerId))
    .leftJoin(trainings, eq(trainings.offerId, offers.id))
    .where(where)
    .orderBy(desc(offers.id))
    .limit(limit)
  const tokenOf = await createTokenMaker(db)
  const siteZone = await readTimeZone(db, config)
  return rows.map(({ offer, ...facts }) => {
    const { uid, tokenHash, createdBy: _by, sequence: _sequence, topics, ...own } = offer
    return {
      ...withIsoTimes(own),
      ...facts,
      timeZone: zoneOfOffer(offer, siteZone),
      topics: topics as PlanTopic[],
      link: tokenHash === null ? null : offerUrl(config, tokenOf(uid)),
    }
  })
}
