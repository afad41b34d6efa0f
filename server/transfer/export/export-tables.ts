import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PlanAnswers } from '../../../contracts/plan.ts'
import { addressOf } from '../../../contracts/post-kinds.ts'
import type { Queryable } from '../../db/connect.ts'
import { contactSubmissions, personNotes, trainingWaitlist } from '../../db/schema/entries.ts'
import { authorInvites } from '../../db/schema/invites.ts'
import { newsletterSubscriptions } from '../../db/schema/newsletter.ts'
import { blogPosts } from '../../db/schema/posts.ts'
import { redirects } from '../../db/schema/transfer.ts'
import { findPlans } from '../../entries/plan-answers.ts'
import { csvLine } from '../../http/csv.ts'
import { readLedger } from '../../privacy/deletion-ledger.ts'

/** The rows of each table of the export, always in the same order */
export const tableRows: {
  [Table in CsvTable]: (db: Queryable) => AsyncGenerator<CsvRow<Table>>
} = {
  'people.csv': readPeople,
  'notes.csv': readNotes,
  'subscribers.csv': readSubscribers,
  'guests.csv': readGuests,
  'deletion-ledger.csv': readLedgerRows,
  'redirects.csv': readRedirects,
}

const batchSize = 500

/** Reads rows in the order of their ids, a batch at a time. */
async function* inBatches<Row extends { id: number }>(
  read: (after: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield* rows
    after = last.id
  }
}

/** Entries outside the trash. Spam is left out, too, because people never see it in their lists. */
async function* readPeople(db: Queryable): AsyncGenerator<CsvRow<'people.csv'>> {
  const waitlist = inBatches(async (after) => {
    const rows = await readEntries(db, trainingWaitlist, after)
    const plans = await findPlans(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...row, plan: plans.get(row.id) }))
  })
  for await (const { plan, ...row } of waitlist)
    yield {
      ...sharedCells(row, plan),
      Form: 'waitlist',
      Industry: '',
      Services: '',
      Timeline: '',
      Message: row.message ?? '',
    }
  for await (const row of inBatches((after) => readEntries(db, contactSubmissions, after)))
    yield {
      ...sharedCells(row),
      Form: 'contact',
      Industry: row.industry ?? '',
      Services: toLines(row.services),
      Timeline: row.timeline ?? '',
      Message: '',
    }
}

async function readEntries<Table extends typeof trainingWaitlist | typeof contactSubmissions>(
  db: Queryable,
  table: Table,
  after: number,
): Promise<Table['$inferSelect'][]> {
  const isListed = and(gt(table.id, after), isNull(table.deletedAt), isNull(table.suspectedAt))
  const rows = await db
    .select()
    .from(table as typeof trainingWaitlist)
    .where(isListed)
    .orderBy(asc(table.id))
    .limit(batchSize)
  // The rows are those of the given table, which the compiler cannot follow for a union.
  return rows as Table['$inferSelect'][]
}

type EntryRow = typeof trainingWaitlist.$inferSelect | typeof contactSubmissions.$inferSelect

const sharedCells = (row: EntryRow, plan?: PlanAnswers) => ({
  ...writePlanCells(plan),
  'Received (UTC)': row.createdAt.toISOString(),
  Name: row.name,
  Email: row.email,
  Phone: row.phone ?? '',
  Organization: row.company ?? '',
  Status: row.status,
  Tags: toLines(row.tags),
  Page: row.source ?? '',
})

const writePlanCells = (plan: PlanAnswers | undefined) => ({
  City: plan?.city ?? '',
  State: plan?.state ?? '',
  ZIP: plan?.zip ?? '',
  'Group size': String(plan?.groupSize ?? ''),
  Topics: toLines(plan?.topics ?? null),
  Months: toLines(plan?.months.map(String) ?? null),
  Weekdays: toLines(plan?.weekdays.map(String) ?? null),
  Format: plan?.format ?? '',
  'Plan entered by': plan?.enteredBy ?? '',
  'Plan changed (UTC)': plan?.updatedAt ?? '',
})

/** Several words in one cell, a line each */
const toLines = (words: readonly string[] | null) => (words ?? []).join('\n')

/** Notes about people whose entries are in people.csv */
async function* readNotes(db: Queryable): AsyncGenerator<CsvRow<'notes.csv'>> {
  const isListed = sql`exists (select from training_waitlist where lower(email) = ${personNotes.email}
      and deleted_at is null and suspected_at is null)
    or exists (select from contact_submissions where lower(email) = ${personNotes.email}
      and deleted_at is null and suspected_at is null)`
  const notes = inBatches((after) =>
    db
      .select()
      .from(personNotes)
      .where(and(gt(personNotes.id, after), sql`(${isListed})`))
      .orderBy(asc(personNotes.id))
      .limit(batchSize),
  )
  for await (const { email, createdAt, writtenBy, text } of notes)
    yield { Email: email, 'Written (UTC)': createdAt.toISOString(), 'Written by': writtenBy, Note: text }
}

/** All subscribers, also those who left, so that no one gets the newsletter again after a move */
async function* readSubscribers(db: Queryable): AsyncGenerator<CsvRow<'subscribers.csv'>> {
  const table = newsletterSubscriptions
  const rows = inBatches((after) =>
    db.select().from(table).where(gt(table.id, after)).orderBy(asc(table.id)).limit(batchSize),
  )
  for await (const row of rows)
    yield {
      Email: row.email,
      Active: row.isActive ? 'yes' : 'no',
      'How often': row.frequency,
      'Subscribed (UTC)': row.subscribedAt.toISOString(),
      'Asked (UTC)': row.askedAt?.toISOString() ?? '',
      Consent: row.consent ?? '',
      Page: row.source ?? '',
      'Left (UTC)': row.endedAt?.toISOString() ?? '',
      Reason: row.endReason ?? '',
    }
}

/** The addresses of guest authors. Their names and bios are in the posts, but their addresses were never public. */
async function* readGuests(db: Queryable): AsyncGenerator<CsvRow<'guests.csv'>> {
  const rows = await db
    .select({
      kind: blogPosts.kind,
      slug: blogPosts.slug,
      email: authorInvites.email,
    })
    .from(authorInvites)
    .innerJoin(blogPosts, eq(blogPosts.id, authorInvites.postId))
    .where(
      and(
        isNull(blogPosts.deletedAt),
        isNotNull(authorInvites.authorSlug),
        isNotNull(authorInvites.name),
        sql`${authorInvites.email} <> ''`,
      ),
    )
    .orderBy(sql`${blogPosts.slug} collate "C"`, sql`${authorInvites.id} desc`)
  for (const [index, { kind, slug, email }] of rows.entries())
    if (rows[index - 1]?.slug !== slug) yield { Kind: kind, Address: slug, Email: email }
}

async function* readLedgerRows(db: Queryable): AsyncGenerator<CsvRow<'deletion-ledger.csv'>> {
  const { key = '', rows = [] } = (await readLedger(db)) ?? {}
  for (const row of rows)
    yield {
      Key: key,
      'Address hash': row.addressHash,
      'Erased until (UTC)': row.erasedUntil ?? '',
      'Deleted (UTC)': row.deletedAt ?? '',
      'Noted (UTC)': row.notedAt,
    }
}

async function* readRedirects(db: Queryable): AsyncGenerator<CsvRow<'redirects.csv'>> {
  const inOrder = sql`${redirects.fromPath} collate "C"`
  for (let after = ''; ; ) {
    const rows = await db
      .select()
      .from(redirects)
      .where(gt(inOrder, sql`${after} collate "C"`))
      .orderBy(inOrder)
      .limit(batchSize)
    const last = rows.at(-1)
    if (!last) return
    const ids = rows.flatMap(({ postId }) => postId ?? [])
    const posts = await db
      .select({ id: blogPosts.id, kind: blogPosts.kind, slug: blogPosts.slug })
      .from(blogPosts)
      .where(and(inArray(blogPosts.id, ids), isNull(blogPosts.deletedAt)))
    const addresses = new Map(posts.map((post) => [post.id, addressOf(post)]))
    for (const { fromPath, to, postId } of rows) {
      const target = postId === null ? to : addresses.get(postId)
      if (target) yield { From: fromPath, To: target }
    }
    after = last.fromPath
  }
}

/**
 * The tables of an export, with the headings of their columns. Times are ISO 8601, and several words in one cell have a
 * line each. Months are numbers, 1 for January; weekdays are numbers, 1 for Monday.
 */
export const csvTables = {
  'people.csv': [
    ...['Form', 'Received (UTC)', 'Name', 'Email', 'Phone', 'Organization', 'Industry', 'Services'],
    ...['Timeline', 'Message', 'Status', 'Tags', 'Page', 'City', 'State', 'ZIP', 'Group size', 'Topics'],
    ...['Months', 'Weekdays', 'Format', 'Plan entered by', 'Plan changed (UTC)'],
  ],
  'notes.csv': ['Email', 'Written (UTC)', 'Written by', 'Note'],
  'subscribers.csv': [
    ...['Email', 'Active', 'How often', 'Subscribed (UTC)', 'Asked (UTC)', 'Consent', 'Page', 'Left (UTC)'],
    'Reason',
  ],
  'guests.csv': ['Kind', 'Address', 'Email'],
  'deletion-ledger.csv': [...['Key', 'Address hash', 'Erased until (UTC)', 'Deleted (UTC)', 'Noted (UTC)']],
  'redirects.csv': ['From', 'To'],
} as const

export type CsvTable = keyof typeof csvTables
export type CsvRow<Table extends CsvTable> = Record<(typeof csvTables)[Table][number], string>

/** Writes a table, line by line. */
export async function* writeCsvTable<Table extends CsvTable>(
  table: Table,
  rows: AsyncIterable<CsvRow<Table>>,
): AsyncGenerator<string> {
  const headings: readonly string[] = csvTables[table]
  yield csvLine([...headings])
  for await (const row of rows) {
    const cells: Record<string, string> = row
    yield csvLine(headings.map((heading) => cells[heading] ?? ''))
  }
}
