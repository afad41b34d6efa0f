import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { type MailPart, outboxMessages } from '../db/schema/mail.ts'

/** Mails that tell somebody else about the owner of an address (in lower case). */
export const isAbout = (email: string) => sql`about @> array[${email}]::text[] and about <> '{}'`

/**
 * Mails to the owner of an address (in lower case). What tells an editor about others is theirs, whoever reads it: it
 * goes by what it is about.
 */
export const isTo = (email: string) => sql`(lower(recipient) = ${email} and kind not in ('lead', 'editor'))`

/** In the place of what a mail about several people said about one of them. */
const blank = { text: 'This entry was deleted.', html: '<p>This entry was deleted.</p>' }

/**
 * Deletes the mails to and about the owner of an address (in lower case) that fulfil a condition. A mail about several
 * people loses only what it says about this one. Returns how many mails it was.
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
