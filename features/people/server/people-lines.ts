import { type SQL, sql } from 'drizzle-orm'
import { formatDate, formatDay, formatRecent } from '../../../core/contract/format-date.ts'
import { todayLines } from '../../../core/contract/today.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { kindsWith, type MailKind } from '../../../core/server/mail/mail-hooks.ts'
import { userName } from '../../accounts/server/display-name.ts'
import {
  countMore,
  type Line,
  line,
  type News,
  nameOf,
  type Section,
  type TodayClock,
  type TodayPart,
  type TodayReader,
} from '../../manifest/today-section.ts'
import { type Entry, type EntryForm, entryForms, maxNewEntries } from '../contract/people.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import { entryTables } from './entry-tables.ts'
import { newestEntryOf } from './newest-entry.ts'

/** Days after which an entry without an answer is listed */
const answerDays = 2

type EntryRow = Pick<Entry, 'form' | 'id' | 'name' | 'email' | 'createdAt'> & { company: string | null }
type StepRow = Omit<EntryRow, 'createdAt'> & {
  step: number
  text: string
  dueOn: string
  isMine: boolean
  owner: string | null
}

export async function readPeopleToday(
  db: Queryable,
  { userId, clock, mailKinds, since }: TodayReader,
): Promise<TodayPart> {
  const [newEntries, joined, planned, ...sections] = await Promise.all([
    countNew(db),
    listJoined(db, clock, mailKinds),
    listPlanned(db, clock, since),
    listDueSteps(db, userId, clock),
    listWaiting(db, clock, mailKinds),
  ])
  return { newEntries, news: [...joined, ...planned], sections }
}

/** Due and overdue next steps: the user's own first, then those of colleagues, each from the oldest day */
async function listDueSteps(db: Queryable, userId: number | null, { today }: TodayClock): Promise<Section> {
  const from = (condition: SQL) => sql`next_steps left join users on users.id = owner_id
    cross join lateral ${newestEntryOf(sql`next_steps.email`)} as person
    where done_at is null and due_on <= ${today}::date and ${condition}`
  const isMine = sql`owner_id is not distinct from ${userId}::int`
  const of = (
    condition: SQL,
  ) => sql`(select next_steps.id as step, text, due_on as "dueOn", ${isMine} as "isMine",
      ${userName} as owner, next_steps.email, person.*
    from ${from(condition)} order by due_on, next_steps.id limit ${todayLines + 1})`
  // Two reads in the order of the index on due days, because one order by owner and day would sort all due steps.
  const { rows } = await db.execute<StepRow>(
    sql`${of(isMine)} union all ${of(sql`not ${isMine}`)} order by "isMine" desc, "dueOn", step limit ${todayLines + 1}`,
  )
  return {
    id: 'steps',
    lines: rows.slice(0, todayLines).map((row) =>
      line({
        key: String(row.step),
        text: row.text,
        note: [
          nameOf(row),
          row.dueOn === today ? 'due today' : `was due ${formatDay(row.dueOn)}`,
          ...(row.owner && !row.isMine ? [row.owner] : []),
        ].join(' · '),
        href: peoplePaths.adminPerson(row.form, row.id),
        isLate: row.dueOn < today,
        step: { form: row.form, id: row.id, step: row.step },
        emails: [row.email],
      }),
    ),
    more: await countMore(db, rows.length, from(sql`true`)),
    moreHref: `${peoplePaths.adminPeople}?step=due`,
  }
}

const isNew = sql`status = 'new' and suspected_at is null and deleted_at is null`

/** Number of entries that still have the status New, at most `maxNewEntries` */
async function countNew(db: Queryable): Promise<number> {
  const each = entryForms.map(
    (form) => sql`(select from ${entryTables[form]} where ${isNew} limit ${maxNewEntries})`,
  )
  const { rows } = await db.execute<{ count: number }>(
    sql`select least(count(*), ${maxNewEntries})::int as count from (${sql.join(each, sql` union all `)}) as entries`,
  )
  return oneRow(rows).count
}

/** Entries of the age with the status New that no one has answered, newest first */
async function readUnanswered(db: Queryable, age: SQL, mailKinds: MailKind[]) {
  const where = (form: EntryForm) => {
    const { email, createdAt } = entryTables[form]
    return sql`${isNew} and created_at ${age} now() - make_interval(days => ${answerDays})
      and (select id from outbox_messages where lower(recipient) = lower(${email})
        and kind = any(${sql.param(kindsWith('isAnswer', mailKinds))}::text[]) and status not in ('failed', 'withdrawn')
        and outbox_messages.created_at >= ${createdAt} limit 1) is null`
  }
  const columns = sql`name, company, lower(email) as email, created_at`
  const each = (limit: number) =>
    sql.join(
      entryForms.map(
        (form) => sql`(select ${form}::text as form, id, ${columns} from ${entryTables[form]}
          where ${where(form)} order by created_at desc, id desc limit ${limit})`,
      ),
      sql` union all `,
    )
  const { rows } = await db.execute<EntryRow>(
    sql`select form, id, name, company, email, created_at as "createdAt" from (${each(todayLines + 1)}) as entries
      order by created_at desc, form desc, id desc limit ${todayLines + 1}`,
  )
  return {
    rows: rows.slice(0, todayLines),
    more: await countMore(db, rows.length, sql`(${each(100)}) as entries`),
    moreHref: `${peoplePaths.adminPeople}?status=new`,
  }
}

const entryLine = (row: EntryRow, note: string): Line =>
  line({
    key: `${row.form}-${row.id}`,
    text: row.form === 'waitlist' ? `${nameOf(row)} joined the waitlist` : `${nameOf(row)} sent a message`,
    note,
    href: peoplePaths.adminPerson(row.form, row.id),
    emails: [row.email],
  })

async function listWaiting(db: Queryable, { timeZone }: TodayClock, mailKinds: MailKind[]): Promise<Section> {
  const { rows, ...rest } = await readUnanswered(db, sql`<`, mailKinds)
  const lines = rows.map((row) => entryLine(row, `Waiting since ${formatDate(row.createdAt, { timeZone })}`))
  return { id: 'entries', lines, ...rest }
}

async function listJoined(db: Queryable, { timeZone }: TodayClock, mailKinds: MailKind[]): Promise<News[]> {
  const { rows, more, moreHref } = await readUnanswered(db, sql`>=`, mailKinds)
  const news = rows.map((row) => ({
    at: row.createdAt,
    line: entryLine(row, formatRecent(row.createdAt, { timeZone })),
  }))
  const last = news.at(-1)
  if (!last || more === null) return news
  const text = `And ${more} more new ${more === '1' ? 'person' : 'people'}`
  return [...news, { at: last.at, line: line({ key: 'more', text, note: '', href: moreHref }) }]
}

/** Answers to "Help us plan" that people gave themselves, newest first */
async function listPlanned(db: Queryable, { timeZone }: TodayClock, since: SQL): Promise<News[]> {
  const { rows } = await db.execute<EntryRow & { at: string }>(
    sql`select 'waitlist' as form, id, name, company, lower(email) as email, updated_at as at
      from plan_answers join training_waitlist on id = entry_id
      where updated_at > ${since} and entered_by is null and suspected_at is null and deleted_at is null
      order by updated_at desc limit ${todayLines}`,
  )
  return rows.map((row) => ({
    at: row.at,
    line: line({
      key: `plan-${row.id}`,
      text: `${nameOf(row)} answered “Help us plan”`,
      note: formatRecent(row.at, { timeZone }),
      href: peoplePaths.adminPerson(row.form, row.id),
      isNews: true,
      emails: [row.email],
    }),
  }))
}
