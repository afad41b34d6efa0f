import { may, type Role } from '../../contracts/roles.ts'
import { type Today, todaySections } from '../../contracts/today.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/connect.ts'
import { findPause } from '../trainings/pause.ts'
import { listDrafts, listExpiring, listFreed, listLiveOffers, listOtherDays } from './offer-lines.ts'
import { listBackupProblem, listMails } from './office-lines.ts'
import { listDueSteps, listUnanswered } from './people-lines.ts'
import type { Section, TodayClock } from './today-section.ts'
import { countUpcoming, listFormerTrainers, listPast, listUpcoming } from './training-lines.ts'

type TodayReader = {
  config: Config
  clock: TodayClock
  /** Null for the Monday email, which is for everyone */
  userId: number | null
  role: Role
  /** True if no mail server is connected */
  sendsByHand: boolean
}

/** Reads the sections of Today that have lines and that the role may see, in their order. */
export async function readSections(
  db: Queryable,
  { config, clock, userId, role, sendsByHand }: TodayReader,
): Promise<Section[]> {
  const sections = await Promise.all([
    listDueSteps(db, userId, clock),
    listUnanswered(db, clock),
    listUpcoming(db, clock),
    ...(may({ role }, 'runTrainings')
      ? [
          listOtherDays(db),
          listExpiring(db),
          listDrafts(db, clock),
          listFreed(db, clock),
          listPast(db, clock),
          listFormerTrainers(db, clock),
        ]
      : []),
    listMails(db, role, { sendsByHand }),
    listBackupProblem(db, role, config, clock),
  ])
  return sections
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => todaySections.indexOf(a.id) - todaySections.indexOf(b.id))
}

/** After a restore: all live offers, and the number of upcoming trainings, until someone lets them go on */
export async function readPause(db: Queryable, clock: TodayClock): Promise<Today['paused']> {
  const since = await findPause(db)
  if (since === undefined) return null
  const [offers, trainings] = await Promise.all([listLiveOffers(db), countUpcoming(db, clock)])
  return { since, offers, trainings }
}
