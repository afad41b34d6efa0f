import { and, eq, isNull } from 'drizzle-orm'
import { isEmailAddress } from '../../../../core/contract/email.ts'
import { formatPrice, type Money } from '../../../../core/contract/money.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { Office } from '../../../../core/server/organization.ts'
import { users } from '../../../accounts/schema/accounts.ts'
import { planTopicLabels } from '../../../people/contract/plan.ts'
import { trainingWaitlist } from '../../../people/schema/entries.ts'
import { describePlace, describeTerms } from '../../contract/training-fields.ts'
import type { TrainingFacts } from '../../emails/training-parts.tsx'
import type { offers } from '../../schema.ts'

export type Client = {
  name: string
  company: string
  /** The address on the waitlist, by which a person's data is found */
  email: string
}

export type Trainer = {
  /** For colleagues */
  name: string
  /** For clients, who never read a username: without a display name, the name of the organization is used. */
  shownName: string
  /** Where emails to the trainer go; undefined if there is no address */
  to: string | undefined
}

/** The person of an entry, unless they were deleted: they get no email, and no one is told about them. */
export async function findClient(tx: Queryable, entryId: number | null): Promise<Client | undefined> {
  if (entryId === null) return undefined
  const { id, name, email, company, deletedAt } = trainingWaitlist
  const [client] = await tx
    .select({ name, email, company })
    .from(trainingWaitlist)
    .where(and(eq(id, entryId), isNull(deletedAt)))
  return client && { ...client, company: client.company ?? '' }
}

/**
 * The name of a trainer and where their emails go. Those of a trainer without an address, or whose access has ended, go to
 * the address for notifications.
 */
export async function readTrainer(
  tx: Queryable,
  { site, notifyEmail }: Office,
  id: number,
): Promise<Trainer> {
  const [user] = await tx.select().from(users).where(eq(users.id, id))
  const own = user && !user.disabledAt ? user.email : null
  return {
    name: user?.displayName ?? user?.username ?? '',
    shownName: user?.displayName ?? site.name,
    to: own !== null && isEmailAddress(own) ? own : notifyEmail,
  }
}

type Day = Money &
  Pick<
    typeof offers.$inferSelect,
    'format' | 'place' | 'topics' | 'price' | 'payUrl' | 'terms' | 'cancelDays' | 'prepare'
  > & { helper?: string; paidOn?: string | null }

export function toFacts(day: Day, trainerName: string): TrainingFacts {
  const { topics, prepare, helper = '', paidOn = null } = day
  const price = formatPrice(day)
  const payUrl = paidOn === null ? day.payUrl : ''
  return {
    where: describePlace(day),
    topics: nameTopics(topics),
    trainerName,
    helper,
    price,
    payUrl,
    // A price in words may be “free of charge”.
    mustAskHowToPay: paidOn === null && payUrl === '' && /\d/.test(price),
    terms: describeTerms(day),
    prepare,
  }
}

export function nameTopics(topics: string[]): string[] {
  return Object.entries(planTopicLabels).flatMap(([topic, label]) => (topics.includes(topic) ? [label] : []))
}

/** How a trainer is told who the client is. The name is from a public form, so it may be of any length. */
export function nameClient({ name, company }: Client): string {
  const text = [name, company].filter(Boolean).join(', ').replaceAll(/\s+/g, ' ').trim()
  return text.length > 100 ? `${text.slice(0, 99).toWellFormed()}…` : text
}
