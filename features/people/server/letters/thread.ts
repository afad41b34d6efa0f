import { and, desc, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { outboxMessages } from '../../../../core/server/db/schema/mail.ts'
import { kindsWith, type MailKind } from '../../../../core/server/mail/mail-hooks.ts'
import { letterLimits } from '../../contract/letters.ts'

/** Max emails that a letter refers to, so that its header stays short in a long conversation */
const maxReferences = 10

/** The emails of a conversation with one address, oldest first */
export type Thread = { messageId: string; subject: string }[]

/** Finds the last emails about the person's own request that reached, or will reach, their address. */
export async function findThread(db: Queryable, kinds: MailKind[], email: string): Promise<Thread> {
  const rows = await db
    .select({ messageId: outboxMessages.messageId, subject: outboxMessages.subject })
    .from(outboxMessages)
    .where(
      and(
        sql`lower(${outboxMessages.recipient}) = lower(${email})`,
        inArray(outboxMessages.kind, kindsWith('isAnswer', kinds)),
        inArray(outboxMessages.status, ['queued', 'sent', 'handed_over']),
      ),
    )
    .orderBy(desc(outboxMessages.id))
    .limit(maxReferences)
  return rows.reverse()
}

/** Headers by which email apps show a letter below the ones before it (RFC 5322, section 3.6.4) */
export function threadHeaders(thread: Thread): Record<string, string> {
  const last = thread.at(-1)
  if (!last) return {}
  return {
    'In-Reply-To': `<${last.messageId}>`,
    References: thread.map(({ messageId }) => `<${messageId}>`).join(' '),
  }
}

/** The subject of the next letter: “Re: ...”, or empty for the first one */
export function replySubject(thread: Thread): string {
  const last = thread.at(-1)
  if (!last) return ''
  return `Re: ${last.subject.replace(/^(?:re\s*:\s*)+/i, '')}`.slice(0, letterLimits.subject).trim()
}
