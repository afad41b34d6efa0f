import { paths } from '../../contracts/paths.ts'
import { maxUnread } from '../../contracts/unread-counts.ts'
import type { Queryable } from '../db/connect.ts'
import { countOpenMails } from '../mail/outbox-list.ts'
import { line, type Section, type TodayReader } from '../today-section.ts'

/** Emails that failed, and without a mail server those that wait to be sent by hand */
export async function listMails(db: Queryable, reader: TodayReader): Promise<Section> {
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
  return { id: 'mails', lines: lines.filter((one) => one !== false), more: null, moreHref: paths.adminOutbox }
}
