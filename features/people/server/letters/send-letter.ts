import { eq, sql } from 'drizzle-orm'
import { isEmailAddress } from '../../../../core/contract/email.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { outboxMessages } from '../../../../core/server/db/schema/mail.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { newToken } from '../../../../core/server/http/tokens.ts'
import type { WriteEmail } from '../../../../core/server/mail/email-templates.ts'
import { linkMark } from '../../../../core/server/mail/encrypted-link.ts'
import { mailKindsOf } from '../../../../core/server/mail/mail-hooks.ts'
import { mailKind, queueMail } from '../../../../core/server/mail/outbox.ts'
import type { Feature } from '../../../manifest/feature.ts'
import { type FieldValues, fillFields, listEmptyFields, usesField } from '../../contract/letter-fields.ts'
import type { Entry, EntryKey } from '../../contract/people.ts'
import { peoplePaths } from '../../contract/people-paths.ts'
import { findEntry } from '../entries.ts'
import { entryTables } from '../entry-tables.ts'
import { createPlanLink } from '../plan-links.ts'
import { type Correspondence, readFieldValues } from './field-values.ts'
import { findThread, threadHeaders } from './thread.ts'

export const letterMail = mailKind('letter', 'Email to a person', 6, { isAnswer: true })

export type LetterDeps = { db: Database; writeEmail: WriteEmail; features: Feature[] }

type Letter = {
  /** Made by the form, the same for each attempt to send one letter */
  key: string
  subject: string
  body: string
}

/**
 * Queues an email to the person who wrote an entry, once per key, and marks a new entry as contacted. Returns the id of
 * the email.
 * @throws RequestProblem if the person is in Spam or deleted, or if a field cannot be filled in
 */
export async function sendLetter(
  { db, writeEmail, features }: LetterDeps,
  to: Correspondence & { username: string },
  { key, ...typed }: Letter,
): Promise<number> {
  const { entry } = to
  const { fields, values, waitlistId } = await readFieldValues(db, to, features)
  const [empty] = listEmptyFields([typed.subject, typed.body], values, fields)
  if (empty) throw new RequestProblem('not-accepted', { detail: empty.problem })
  if (usesField(typed.subject, 'plan link'))
    throw new RequestProblem('not-accepted', { detail: linkInSubject })
  const kinds = mailKindsOf(features)
  const uses = (field: string) => usesField(typed.body, field) || usesField(typed.subject, field)
  const email = await writeLetter(writeEmail, entry, typed, { ...values, 'plan link': linkMark })
  const onceKey = `letter-${entry.form}-${entry.id}-${key}`
  return db.transaction(async (tx) => {
    const refusal = await lockEntry(tx, entry)
    const sent = await findSent(tx, onceKey)
    if (sent) {
      if (sent.subject === email.subject && sent.text === email.text) return sent.id
      throw new RequestProblem('conflict', { detail: sentBefore })
    }
    if (refusal) throw new RequestProblem('conflict', { detail: refusal })
    const table = entryTables[entry.form]
    await tx.execute(
      sql`update ${table} set status = 'contacted' where ${eq(table.id, entry.id)} and status = 'new'`,
    )
    const token = usesField(typed.body, 'plan link') ? newToken() : undefined
    const messageId = await queueMail(tx, {
      kind: kinds.find(({ letterField }) => letterField && uses(letterField)) ?? letterMail,
      to: entry.email,
      ...email,
      headers: threadHeaders(await findThread(tx, kinds, entry.email)),
      link: token && new URL(peoplePaths.plan(token), to.site.publicUrl).href,
      onceKey,
      writtenBy: to.username,
    })
    if (token && waitlistId !== undefined) await createPlanLink(tx, waitlistId, { token, messageId })
    return messageId
  })
}

const linkInSubject = '“{plan link}” can’t be in the subject. Put it into the text.'
const sentBefore =
  'This email was sent already, before your last changes. Check Activity below. To send the new text as well, send it again.'

/** The email with its fields filled in */
export async function writeLetter(
  writeEmail: WriteEmail,
  { form }: Entry,
  { subject, body }: Pick<Letter, 'subject' | 'body'>,
  values: FieldValues,
) {
  const email = await writeEmail({
    template: 'letter',
    props: { form, subject: fillFields(subject, values), body: fillFields(body, values) },
  })
  // The subject is stored without line breaks, and an email that is sent again is compared with the stored one.
  return { ...email, subject: email.subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim() }
}

/** Locks the entry, so that it can't be deleted in the meantime. Returns why no letter can be sent to it. */
async function lockEntry(tx: Queryable, key: EntryKey): Promise<string | undefined> {
  const table = entryTables[key.form]
  await tx.execute(sql`select from ${table} where ${eq(table.id, key.id)} for update`)
  const entry = await findEntry(tx, key)
  if (!entry) throw new RequestProblem('not-found')
  return refuseLetter(entry)
}

/** Why no letter can be sent to a person, in one sentence; undefined if one can */
export function refuseLetter({ email, suspectedAt, deletedAt }: Entry): string | undefined {
  if (deletedAt) return 'This person was deleted. Restore them first if you want to write to them.'
  if (suspectedAt)
    return 'This entry is in Spam, and its address may belong to someone else. If it’s from a real person, choose “Not spam” first.'
  if (!isEmailAddress(email)) return 'This address can’t get email. Check it, or call them.'
  return undefined
}

async function findSent(tx: Queryable, onceKey: string) {
  const [row] = await tx
    .select({ id: outboxMessages.id, subject: outboxMessages.subject, text: outboxMessages.text })
    .from(outboxMessages)
    .where(eq(outboxMessages.onceKey, onceKey))
  return row
}
