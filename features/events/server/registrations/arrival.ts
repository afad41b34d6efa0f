import type { Queryable } from '../../../../core/server/db/connect.ts'
import { networkKey, visitorKey } from '../../../../core/server/http/limits/client-network.ts'
import { readDayHash } from '../../../../core/server/http/limits/daily-hash.ts'
import { countEvent } from '../../../../core/server/http/limits/rate-counter.ts'
import { hashTexts } from '../../../people/server/hash-texts.ts'
import { hasLink, submissionLimits } from '../../../people/server/spam-detection.ts'
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
  const hash = await readDayHash(db)
  const count = async (what: string, key: string, seconds: number) =>
    (await countEvent(db, `events:${what}:${hash(key)}`, seconds)).count
  const { minutes, perVisitor, perNetwork } = submissionLimits
  const isFlood = [
    (await count('visitor', visitorKey(context.ip), minutes * 60)) > perVisitor,
    (await count('network', networkKey(context.ip), minutes * 60)) > perNetwork,
    (await count('address', values.email.toLowerCase(), 24 * 60 * 60)) > perAddress,
  ].includes(true)
  const isSuspect = context.honeypot !== '' || isFlood || [values.name, ...values.names].some(hasLink)
  return { contentHash: hashOf(values), isSuspect, source: context.source }
}

/** The same for a form that is sent again */
export const hashOf = ({ name, email, company, message, party, names }: RegistrationValues) =>
  hashTexts([name, email.toLowerCase(), company, message, String(party), ...names])
