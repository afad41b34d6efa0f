import type * as z from 'zod/mini'
import { isEmailAddress } from '../../contracts/email.ts'
import { frequencies, type importAnswer } from '../../contracts/newsletter.ts'
import type { Queryable } from '../db/connect.ts'
import { newsletterSubscriptions } from '../db/schema.ts'
import { readCsv } from '../people/csv.ts'

const batch = 1000
const reasons = ['unsubscribed', 'bounced', 'removed']

/**
 * Takes addresses that an admin brings along: one on each line, or a file with heads, such as our own export. Whoever
 * is known stays as they are, and whoever has left by the file is kept as one who left: nobody is brought back.
 */
export async function importSubscribers(
  db: Queryable,
  text: string,
  consent: string,
): Promise<z.infer<typeof importAnswer>> {
  const [first = [], ...rest] = readCsv(text)
  const emailAt = first.findIndex((cell) => /^\p{C}*e-?mail( address)?$/iu.test(cell))
  const rows = emailAt < 0 ? [first, ...rest] : rest
  const read = (row: string[], head: string) => (emailAt < 0 ? '' : (row[first.indexOf(head)] ?? '').trim())
  const found = rows
    .map((row) => ({ email: (row[Math.max(emailAt, 0)] ?? '').trim(), row }))
    .filter(({ email }) => email !== '')
  const refused = found.filter(({ email }) => !isEmailAddress(email))
  const people = new Map(
    found
      .filter(({ email }) => isEmailAddress(email))
      .map(({ email, row }) => [
        email.toLowerCase(),
        {
          email,
          consent: read(row, 'Consent') || consent,
          frequency: frequencies.find((one) => one === read(row, 'How often')) ?? 'all',
          source: 'import',
          askedAt: new Date(),
          ...(read(row, 'Active').toLowerCase() === 'no' && {
            isActive: false,
            endedAt: readTime(read(row, 'Left')),
            endReason: reasons.find((one) => one === read(row, 'Reason')) ?? 'unsubscribed',
          }),
        },
      ]),
  )
  const values = [...people.values()]
  let added = 0
  let left = 0
  for (let at = 0; at < values.length; at += batch) {
    const written = await db
      .insert(newsletterSubscriptions)
      .values(values.slice(at, at + batch))
      .onConflictDoNothing()
      .returning({ isActive: newsletterSubscriptions.isActive })
    added += written.filter(({ isActive }) => isActive).length
    left += written.filter(({ isActive }) => !isActive).length
  }
  return {
    added,
    left,
    known: values.length - added - left,
    refused: refused.slice(0, 10).map(({ email }) => email),
    refusedCount: refused.length,
  }
}

function readTime(text: string): Date {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? new Date() : time
}
