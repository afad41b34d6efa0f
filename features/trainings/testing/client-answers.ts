import type { Database } from '../../../core/server/db/connect.ts'
import type { TrainingDeps } from '../server/mails/training-events.ts'
import { acceptDay, refuseDays } from '../server/offers/answer-offer.ts'

// The answers of a client on the page of an offer

export const acceptOffer = (db: Database, deps: TrainingDeps, token: string, day: string) =>
  acceptDay(db, deps, { token }, day, { byAdmin: false })

export const wishOtherDays = (db: Database, deps: TrainingDeps, token: string, message: string) =>
  refuseDays(db, deps, { token }, 'other-days', { message, byAdmin: false })

export const declineOffer = (db: Database, deps: TrainingDeps, token: string, message: string) =>
  refuseDays(db, deps, { token }, 'declined', { message, byAdmin: false })
