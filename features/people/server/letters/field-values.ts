import { desc, eq, sql } from 'drizzle-orm'
import type { Role } from '../../../../core/contract/roles.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { type Feature, isOn } from '../../../manifest/feature.ts'
import { findPlaceholders } from '../../../site/contract/site-content/placeholders.ts'
import {
  type FieldValues,
  type LetterFields,
  withOwnFields,
  withoutBraces,
} from '../../contract/letter-fields.ts'
import type { Entry } from '../../contract/people.ts'
import { peoplePaths } from '../../contract/people-paths.ts'
import { planTopicLabels, planTopics } from '../../contract/plan.ts'
import { trainingWaitlist } from '../../schema/entries.ts'
import { planAnswers } from '../../schema/plan.ts'

/** The recipient, the writer, and the site of a letter */
export type Correspondence = {
  entry: Entry
  site: Site
  myName: string
  /** Role of the writer */
  role: Role
}

/** The fields in a letter, their values, and the waitlist entry that its links belong to */
export async function readFieldValues(
  db: Queryable,
  { entry, site, myName, role }: Correspondence,
  features: Feature[],
): Promise<{ fields: LetterFields; values: FieldValues; waitlistId: number | undefined }> {
  const waitlistId = await findWaitlistEntry(db, entry)
  const [topics, ...others] =
    waitlistId === undefined
      ? [[]]
      : await Promise.all([
          listTopics(db, waitlistId),
          ...features
            .filter(isOn(site.off))
            .map(({ letterFields }) => letterFields?.read(db, waitlistId, { site, role })),
        ])
  const values: FieldValues = {
    name: onOneLine(entry.name),
    'first name': firstNameOf(onOneLine(entry.name)),
    organization: onOneLine(entry.company),
    'training topics': inWords(topics),
    'booking link': findPlaceholders(site).includes('bookingUrl') ? '' : site.bookingUrl,
    'plan link': waitlistId === undefined ? '' : new URL(peoplePaths.plan('their-link'), site.publicUrl).href,
    'my name': onOneLine(myName),
    'site name': onOneLine(site.name),
    ...Object.assign({}, ...others),
  }
  const known = Object.entries(values).filter(([, value]) => value !== '')
  const fields = withOwnFields(Object.assign({}, ...features.map(({ letterFields }) => letterFields?.fields)))
  return { fields, values: Object.fromEntries(known), waitlistId }
}

const onOneLine = (value: string) => withoutBraces(value.replaceAll(/[\p{Cc}\s]+/gu, ' '))

/** The person's newest waitlist entry, or the entry itself if it is one */
async function findWaitlistEntry(db: Queryable, entry: Entry): Promise<number | undefined> {
  if (entry.form === 'waitlist') return entry.id
  const { id, email, suspectedAt, deletedAt } = trainingWaitlist
  const [row] = await db
    .select({ id })
    .from(trainingWaitlist)
    .where(sql`lower(${email}) = lower(${entry.email}) and ${suspectedAt} is null and ${deletedAt} is null`)
    .orderBy(desc(id))
    .limit(1)
  return row?.id
}

async function listTopics(db: Queryable, entryId: number): Promise<string[]> {
  const [row] = await db
    .select({ topics: planAnswers.topics })
    .from(planAnswers)
    .where(eq(planAnswers.entryId, entryId))
  return planTopics
    .filter((topic) => row?.topics.includes(topic))
    .map((topic) => planTopicLabels[topic].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()))
}

const inWords = (items: string[]) => new Intl.ListFormat('en-US', { type: 'conjunction' }).format(items)

const titles = new Set(['mr', 'mrs', 'ms', 'dr', 'prof', 'rev', 'pastor', 'father', 'sister', 'brother'])

/** “Ann” from “Ann Example”, “Example, Ann”, or “Dr. Ann Example” */
export function firstNameOf(name: string): string {
  const [last = '', first] = name.split(/\s*,\s*/)
  const words = (first || last).split(' ')
  return words.find((word) => !titles.has(word.replace(/\.$/, '').toLowerCase())) ?? name
}
