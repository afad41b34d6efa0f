import { paths } from '../../../core/contract/paths.ts'
import { maxUnread } from '../../../core/contract/unread-counts.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { countOpenMails } from '../../../core/server/mail/outbox-list.ts'
import { line, type TodayPart, type TodayReader } from '../../manifest/today-section.ts'

/** Emails that failed, and without a mail server those that wait to be sent by hand */
export async function readMailsToday(db: Queryable, reader: TodayReader): Promise<TodayPart> {
  const [failed, waiting] = await countOpenMails(db, reader)
  const emails = (found: number) =>
    found === 1 ? 'One email' : `${found < maxUnread ? found : '100 or more'} emails`
  const lines = [
    failed > 0 &&
      line({
        key: 'failed',
        text: `${emails(failed)} couldn’t be sent`,
        note: 'The Outbox says why, and sends again.',
        href: `${paths.adminOutbox}?status=failed`,
        isLate: true,
      }),
    waiting > 0 &&
      line({
        key: 'waiting',
        text: `${emails(waiting)} for you to send`,
        note: 'Email isn’t set up, so you send them with your own email app.',
        href: `${paths.adminOutbox}?status=queued`,
      }),
  ]
  const shown = lines.filter((one) => one !== false)
  return { sections: [{ id: 'mails', lines: shown, more: null, moreHref: paths.adminOutbox }] }
}
