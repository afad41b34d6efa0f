import { and, asc, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { outboxMessages } from '../../../core/server/db/schema/mail.ts'
import type { MailToSend } from '../contract/invites.ts'
import { beginnings } from './invite-mails.ts'
import type { InviteRow } from './invite-rows.ts'

/** Statuses in which each email is still useful to the guest */
const timely: Record<MailToSend['about'], readonly string[]> = {
  invitation: ['pending'],
  room: ['accepted', 'submitted', 'changes_requested'],
  changes: ['changes_requested'],
  published: ['published'],
}

/**
 * For sites without a mail server: finds the newest email to each guest that an admin should still send, by invitation
 * id.
 */
export async function findMailsToSend(
  db: Queryable,
  invites: { row: InviteRow; status: string }[],
): Promise<Map<number, MailToSend>> {
  const addresses = [...new Set(invites.map(({ row }) => row.email.toLowerCase()))].filter(Boolean)
  const found = new Map<number, MailToSend>()
  if (addresses.length === 0) return found
  const mails = await db
    .select({
      id: outboxMessages.id,
      onceKey: outboxMessages.onceKey,
      createdAt: outboxMessages.createdAt,
    })
    .from(outboxMessages)
    .where(
      and(
        inArray(sql`lower(${outboxMessages.recipient})`, addresses),
        inArray(outboxMessages.kind, ['invite', 'guest']),
        inArray(outboxMessages.status, ['queued', 'failed']),
      ),
    )
    .orderBy(asc(outboxMessages.id))
  const known = new Map(invites.map((invite) => [invite.row.id, invite]))
  for (const { id, onceKey, createdAt } of mails) {
    const subject = readKey(onceKey ?? '')
    const invite = subject && known.get(subject.inviteId)
    if (!invite || !timely[subject.about].includes(invite.status)) continue
    // A guest who has submitted a text after this email was queued already has the link.
    const { submittedAt } = invite.row
    if (subject.about === 'room' && submittedAt && createdAt < submittedAt) continue
    found.set(subject.inviteId, { mailId: id, about: subject.about })
  }
  return found
}

function readKey(onceKey: string): { about: MailToSend['about']; inviteId: number } | undefined {
  for (const [about, beginning] of Object.entries(beginnings) as [MailToSend['about'], string][])
    if (onceKey.startsWith(`${beginning}:`))
      return { about, inviteId: Number.parseInt(onceKey.slice(beginning.length + 1), 10) }
  return undefined
}
