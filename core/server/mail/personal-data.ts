import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { type MailPart, outboxMessages } from '../db/schema/mail.ts'
import { linkMark } from './encrypted-link.ts'
import { kindsWith, type MailFeature, mailKindsOf } from './mail-hooks.ts'

export const mailPersonalData = {
  place: 7,
  names: { mails: ['email to or about you', 'emails to or about you'] satisfies [string, string] },
  labels: { recipient: 'To' },
  words: {
    status: {
      queued: 'Waiting to be sent',
      sent: 'Sent',
      handed_over: 'Sent',
      failed: 'Couldn’t be sent',
      withdrawn: 'Canceled',
    },
  },
  traces: (email: string, features: MailFeature[]) => ({
    // Some texts are not personal. Of an email about several people, only the part about this person is shown; early
    // emails have no parts, so their text is left out.
    mails: sql`select subject, case when ${isTo(email, features)} then recipient end as recipient, status, created_at as written,
        case when not ${isOf(features, 'isPublic')} then replace(case
            when ${isTo(email, features)} or parts is null and cardinality(about) = 1 then text
            else (select string_agg(part ->> 'text', chr(10)) from jsonb_array_elements(parts) as part
              where part ->> 'email' = ${email})
          end, ${linkMark}, '...') end as text
      from outbox_messages where ${isTo(email, features)} or ${isAbout(email)} order by created_at, id`,
  }),
  addresses: sql`select lower(recipient) from outbox_messages
    union select unnest(about) from outbox_messages where about <> '{}'`,
  async erase(tx: Queryable, { email, until, ours, features }: Erased) {
    const condition = sql`(created_at <= ${until} or ${ours} and not ${isOf(features, 'isKept')})`
    return { mails: await forgetInMails(tx, email, isTo(email, features), condition) }
  },
}

type Erased = { email: string; until: SQL; ours: SQL; features: MailFeature[] }

/** Condition for emails of the kinds with a property */
const isOf = (features: MailFeature[], property: 'isPublic' | 'isKept' | 'isNotice'): SQL =>
  sql`kind = any(${sql.param(kindsWith(property, mailKindsOf(features)))}::text[])`

/** Condition for emails to other people about the owner of an address (in lower case) */
const isAbout = (email: string) => sql`about @> array[${email}]::text[] and about <> '{}'`

/** Condition for emails to the owner of an address (in lower case), without notices about others */
const isTo = (email: string, features: MailFeature[]) =>
  sql`(lower(recipient) = ${email} and not ${isOf(features, 'isNotice')})`

/** Replacement for the part about a deleted person in an email about several people */
const blank = { text: 'This entry was deleted.', html: '<p>This entry was deleted.</p>' }

/**
 * Deletes the emails to and about the owner of an address (in lower case) that meet a condition. An email about several
 * people loses only the part about this one. Returns the number of emails.
 */
async function forgetInMails(tx: Queryable, email: string, isToThem: SQL, condition: SQL): Promise<number> {
  const shared = await tx
    .select()
    .from(outboxMessages)
    .where(sql`${isAbout(email)} and not ${isToThem} and parts is not null and ${condition}`)
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
    sql`delete from outbox_messages where (${isToThem} or ${isAbout(email)}) and ${condition}`,
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
