import type * as z from 'zod/mini'
import { isEmailAddress } from '../../contracts/email.ts'
import { frequencies, type importAnswer } from '../../contracts/newsletter.ts'
import type { Queryable } from '../db/connect.ts'
import { newsletterSubscriptions } from '../db/schema.ts'
import { readCsv } from '../people/csv.ts'

const batch = 1000
/** Of what is no address: the line may be a whole letter. */
const longestShown = 60
const reasons = ['unsubscribed', 'bounced', 'removed']

/**
 * Takes addresses that an admin brings along: a list of them, or a file with heads, such as our own export. Whoever
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
    .flatMap((row) =>
      (emailAt < 0 ? addressesOf(row) : [row[emailAt] ?? '']).map((email) => ({ email, row })),
    )
    .map(({ email, row }) => ({ email: email.trim(), row }))
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
    refused: refused.slice(0, 10).map(({ email }) => shorten(email)),
    refusedCount: refused.length,
  }
}

/** As lists are copied out of a mail program: several on one line, or a name before each. */
function addressesOf(row: string[]): string[] {
  const addresses = row.filter((cell) => isEmailAddress(cell.trim()))
  return addresses.length > 0 ? addresses : row.slice(0, 1)
}

const shorten = (text: string) => (text.length > longestShown ? `${text.slice(0, longestShown)}...` : text)

function readTime(text: string): Date {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? new Date() : time
}
