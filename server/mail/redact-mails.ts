import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { type MailPart, outboxMessages } from '../db/schema/mail.ts'

/** Condition for emails to other people about the owner of an address (in lower case) */
export const isAbout = (email: string) => sql`about @> array[${email}]::text[] and about <> '{}'`

/**
 * Condition for emails to the owner of an address (in lower case). Notices to editors and the Monday email are data of the people they are
 * about, not of their recipient.
 */
export const isTo = (email: string) =>
  sql`(lower(recipient) = ${email} and kind not in ('lead', 'editor', 'today'))`

/** Replacement for the part about a deleted person in an email about several people */
const blank = { text: 'This entry was deleted.', html: '<p>This entry was deleted.</p>' }

/**
 * Deletes the emails to and about the owner of an address (in lower case) that meet a condition. An email about several
 * people loses only the part about this one. Returns the number of emails.
 */
export async function forgetInMails(tx: Queryable, email: string, condition: SQL): Promise<number> {
  const shared = await tx
    .select()
    .from(outboxMessages)
    .where(sql`${isAbout(email)} and not ${isTo(email)} and parts is not null and ${condition}`)
    .for('update')
  for (const { id, text, html, parts } of shared)
    await tx
      .update(outboxMessages)
      .set({
        ...blankParts({ text, html }, parts?.filter((part) => part.email === email) ?? []),
        parts: parts?.filter((part) => part.email !== email) ?? null,
        about: sql`array_remove(about, ${email})`,
      })
      .where(eq(outboxMessages.id, id))
  const { rowCount } = await tx.execute(
    sql`delete from outbox_messages where (${isTo(email)} or ${isAbout(email)}) and ${condition}`,
  )
  return shared.length + (rowCount ?? 0)
}

function blankParts(mail: { text: string; html: string | null }, parts: MailPart[]) {
  let { text, html } = mail
  for (const part of parts) {
    text = text.replace(part.text, () => blank.text)
    html = html?.replace(part.html, () => blank.html) ?? null
  }
  return { text, html }
}
