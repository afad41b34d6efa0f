import { may } from '../../contracts/roles.ts'
import type { Today } from '../../contracts/today.ts'
import type { Queryable } from '../db/connect.ts'
import type { TodayClock, TodayPart, TodayReader } from '../today-section.ts'
import { countUpcoming, listFormerTrainers, listPast, listUpcoming } from './booked/training-lines.ts'
import { listDrafts, listExpiring, listFreed, listLiveOffers, listOtherDays } from './offers/offer-lines.ts'
import { findPause } from './pause.ts'

const forRunners = [listOtherDays, listExpiring, listDrafts, listFreed, listPast, listFormerTrainers]

export async function readTrainingsToday(db: Queryable, { role, clock }: TodayReader): Promise<TodayPart> {
  const lists = [listUpcoming, ...(may({ role }, 'manageDays') ? forRunners : [])]
  const [paused, ...sections] = await Promise.all([
    readPause(db, clock),
    ...lists.map((list) => list(db, clock)),
  ])
  return { paused, sections }
}

/** After a restore: all live offers, and the number of upcoming trainings, until someone lets them go on */
export async function readPause(db: Queryable, clock: TodayClock): Promise<Today['paused']> {
  const since = await findPause(db)
  if (since === undefined) return null
  const [offers, trainings] = await Promise.all([listLiveOffers(db), countUpcoming(db, clock)])
  return { since, offers, trainings }
}
