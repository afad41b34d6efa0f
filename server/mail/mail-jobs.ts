import type { Job } from '../jobs/queue.ts'

export const deliverMail: Job = { name: 'deliver-mail', seconds: 180, cron: '* * * * *', atStart: true }

/** Newsletters never delay other emails, so they have a job of their own. */
export const deliverNewsletters: Job = {
  name: 'send-newsletter',
  seconds: 300,
  cron: '* * * * *',
  atStart: true,
}
