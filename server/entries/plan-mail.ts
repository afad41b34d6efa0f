import { paths } from '../../contracts/paths.ts'
import type { Queryable } from '../db/connect.ts'
import { readDayHash } from '../http/limits/daily-hash.ts'
import { countEvent } from '../http/limits/rate-counter.ts'
import { newToken } from '../http/tokens.ts'
import type { WriteEmail } from '../mail/email-templates.ts'
import { linkMark } from '../mail/encrypted-link.ts'
import { queueMail } from '../mail/outbox.ts'
import { createPlanLink } from './plan-links.ts'
import { readPlanSettings } from './plan-settings.ts'

/** Max emails to one address in a day, because visitors can enter the address of someone else */
const perAddress = 1
const daySeconds = 24 * 60 * 60

type QueuePlanMail = (tx: Queryable, entry: { id: number; email: string }) => Promise<void>

/**
 * Prepares the email with the link to the questions, if the office wants it: the text is written before the transaction
 * of the entry begins. Do not call the result for spam.
 */
export async function preparePlanMail(
  db: Queryable,
  { writeEmail, publicUrl }: { writeEmail: WriteEmail; publicUrl: string },
): Promise<QueuePlanMail | undefined> {
  if (!(await readPlanSettings(db)).emailLink) return undefined
  const email = await writeEmail({ template: 'planQuestions', props: { link: linkMark } })
  return async (tx, entry) => {
    const hash = await readDayHash(tx)
    const { count } = await countEvent(tx, `plan-mail:${hash(entry.email.toLowerCase())}`, daySeconds)
    if (count > perAddress) return
    const token = newToken()
    const messageId = await queueMail(tx, {
      kind: 'plan',
      to: entry.email,
      link: publicUrl + paths.plan(token),
      onceKey: `plan:${entry.id}`,
      ...email,
    })
    await createPlanLink(tx, entry.id, { token, messageId })
  }
}
