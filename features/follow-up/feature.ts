import { sql } from 'drizzle-orm'
import { firstWordOf } from '../../core/server/db/schema/columns.ts'
import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { followUpPaths } from './contract/follow-up-paths.ts'
import { attendees } from './schema.ts'
import { followUpActions } from './server/actions.ts'
import { askForFeedback, feedbackJob, feedbackMail, feedbackMailHooks } from './server/ask-for-feedback.ts'
import { followUpTables } from './server/export-tables.ts'
import { addCertificatePage, addFeedbackPage } from './server/pages.ts'
import { followUpPersonalData, listAttendance } from './server/personal-data.ts'
import { followUpRestore } from './server/restore.ts'
import { addFollowUpRoutes } from './server/routes.ts'

export const followUp = {
  routes: [addFollowUpRoutes, addCertificatePage, addFeedbackPage],
  addresses: followUpPaths,
  jobs: [jobWork(feedbackJob, askForFeedback)],
  exportTables: followUpTables,
  peopleNames: (words) =>
    sql`select name from attendees where ${firstWordOf(attendees.name)} = any(${words})`,
  personEvents: listAttendance,
  personal: followUpPersonalData,
  restore: followUpRestore,
  actions: followUpActions,
  subjects: { attendee: { label: 'Attendee' } },
  mailKinds: [feedbackMail],
  mailHooks: feedbackMailHooks,
} satisfies Feature
