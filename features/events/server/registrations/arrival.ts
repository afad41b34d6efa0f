import type { Queryable } from '../../../../core/server/db/connect.ts'
import { hashTexts } from '../../../people/server/hash-texts.ts'
import { hasLink, isFlooded } from '../../../people/server/spam-detection.ts'
import type { SubmissionContext } from '../../../people/server/submission-context.ts'
import type { RegistrationValues } from '../../contract/registrations.ts'
import type { Arrival } from './registrations.ts'

/** Max registrations with one address in a day, because visitors can enter the address of someone else */
const perAddress = 10

/**
 * Counts a form that a visitor sent, and decides whether it looks like spam. What people write is not judged, apart from
 * a link in a name.
 */
export async function readArrival(
  db: Queryable,
  context: SubmissionContext,
  values: RegistrationValues,
): Promise<Arrival> {
  const { name, names, email } = values
  const isFlood = await isFlooded(db, 'events', { email, context, perAddress })
  const isSuspect = isFlood || [name, ...names].some(hasLink)
  return { contentHash: hashOf(values), isSuspect, source: context.source }
}

/** The same for a form that is sent again */
export const hashOf = ({ name, email, company, message, party, names }: RegistrationValues) =>
  hashTexts([name, email.toLowerCase(), company, message, String(party), ...names])
