import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { users } from './schema/accounts.ts'
import { nextSteps, personNotes } from './schema/entries.ts'
import { guestComments } from './schema/invites.ts'
import { outboxMessages } from './schema/mail.ts'
import { newsletterIssues } from './schema/newsletter.ts'
import { planAnswers } from './schema/plan.ts'
import { blogPosts, postRevisions } from './schema/posts.ts'
import { personDeletions } from './schema/privacy.ts'
import { siteSectionRevisions, siteSections } from './schema/site-content.ts'
import { trainingTasks } from './schema/trainings.ts'

/** The columns of other tables that hold usernames */
export const usernameColumns: readonly PgColumn[] = [
  blogPosts.disclosureReviewedBy,
  postRevisions.savedBy,
  guestComments.writtenBy,
  personNotes.writtenBy,
  nextSteps.doneBy,
  personDeletions.deletedBy,
  newsletterIssues.startedBy,
  outboxMessages.writtenBy,
  siteSections.changedBy,
  siteSectionRevisions.savedBy,
  planAnswers.enteredBy,
  trainingTasks.doneBy,
]

/** The name by which people know a user of the query */
export const userName = sql<string>`coalesce(${users.displayName}, ${users.username})`

/**
 * The display name of the user whose username is in this column. A username changes only when the personal data of its
 * user is deleted, and then in all of these rows, so rows hold it; a name that is no username, such as that of a deleted
 * user or a guest, is shown as it is.
 */
export function displayNameOf(username: PgColumn) {
  return sql<string>`coalesce((select ${userName} from users where ${users.username} = ${username}), ${username})`
}
