import type { Job } from '../jobs/queue.ts'

export const deliverMail: Job = { name: 'deliver-mail', seconds: 180, cron: '* * * * *', atStart: true }
