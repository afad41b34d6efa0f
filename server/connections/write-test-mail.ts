import { randomUUID } from 'node:crypto'
import type { Sender } from '../connected-services.ts'
import type { SiteSource } from '../http/app.ts'
import { composeMail, type Mail } from '../mail/compose.ts'
import type { WriteEmail } from '../mail/email-templates.ts'

type Deps = { siteSource: SiteSource; writeEmail: WriteEmail }

/** The test email of a connection that is not saved yet, which therefore does not go through the outbox */
export async function writeTestMail(
  { siteSource, writeEmail }: Deps,
  { displayName }: { displayName: string },
  to: string,
  sender: Sender | undefined,
): Promise<Mail> {
  const email = await writeEmail({ template: 'testMail', props: { askedBy: displayName } })
  const row = {
    ...email,
    messageId: `${randomUUID()}@everyday-ai`,
    recipient: to,
    headers: {},
    calendar: null,
    calendarMethod: null,
    createdAt: new Date(),
  }
  return composeMail(row, await siteSource.read(), sender)
}
