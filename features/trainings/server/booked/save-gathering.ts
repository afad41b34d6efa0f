import type { Queryable } from '../../../../core/server/db/connect.ts'
import { readTimeZone } from '../../../../core/server/organization.ts'
import { addedKey, markAttendance, saveGathering } from '../../../follow-up/server/gatherings.ts'
import { findClient, nameTopics } from '../mails/mail-facts.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { addressOf } from '../mails/training-mails.ts'
import type { TrainingRow } from './cancel-training.ts'

/** Tells what comes after a training that it was held, or that it was not after all. */
export async function saveTrainingGathering(
  tx: Queryable,
  { config }: Pick<TrainingDeps, 'config'>,
  training: TrainingRow,
  isHeld: boolean,
): Promise<void> {
  const { uid, day, endsAt, topics } = training
  const timeZone = training.timeZone ?? (await readTimeZone(tx, config))
  const title = ['Training', nameTopics(topics).join(', ')].filter(Boolean).join(': ')
  await saveGathering(tx, { uid, feature: 'trainings', title, day, endsAt, timeZone, isHeld })
}

/** Notes that the contact of a training came, unless the office removed them before. */
export async function noteContact(tx: Queryable, training: TrainingRow): Promise<void> {
  const client = await findClient(tx, training.entryId)
  if (!client) return
  const name = training.contactName || client.name
  const contact = { key: `${addedKey}contact`, name, email: addressOf(training, client) }
  await markAttendance(tx, training.uid, [{ ...contact, came: true, at: new Date().toISOString() }])
}
