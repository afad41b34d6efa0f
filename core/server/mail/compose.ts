import type { Site } from '../../contract/site.ts'
import type { Sender } from '../connected-services.ts'
import type { outboxMessages } from '../db/schema/mail.ts'

type Row = Pick<
  typeof outboxMessages.$inferSelect,
  | 'kind'
  | 'messageId'
  | 'recipient'
  | 'subject'
  | 'text'
  | 'html'
  | 'headers'
  | 'calendar'
  | 'calendarMethod'
  | 'createdAt'
>

export type Mail = ReturnType<typeof composeMail>

/** The email for nodemailer: one recipient, and the same Message-ID and date at every attempt */
export function composeMail(row: Row, site: Site, from: Sender | undefined) {
  const sender = from?.address ?? site.contactEmail
  return {
    // Names and addresses are objects, so that nothing in them is parsed as a second address.
    from: { name: from?.name ?? site.name, address: sender },
    to: { name: '', address: row.recipient },
    envelope: { from: sender, to: [row.recipient] },
    replyTo: sender === site.contactEmail ? undefined : { name: site.name, address: site.contactEmail },
    subject: row.subject,
    text: row.text,
    html: row.html ?? undefined,
    headers: row.headers,
    icalEvent:
      row.calendar === null
        ? undefined
        : { method: row.calendarMethod ?? undefined, filename: `${row.kind}.ics`, content: row.calendar },
    messageId: `<${row.messageId}>`,
    date: row.createdAt,
  }
}

/** The email as an .eml file */
export async function composeFile(mail: Mail): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
  if (!Buffer.isBuffer(message)) throw new Error('the email was not composed into one buffer')
  return message
}
