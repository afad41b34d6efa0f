import { sweepTokens } from '../accounts/api-tokens.ts'
import { sweepPendingSignIns } from '../accounts/pending-sign-ins.ts'
import { sweepChallenges } from '../accounts/second-factor/challenges.ts'
import { sweepTotpSetups } from '../accounts/second-factor/totp.ts'
import { sweepSessions } from '../accounts/sessions.ts'
import { sweepTeamInvites } from '../accounts/team/invites.ts'
import { sweepPasswordLinks } from '../accounts/team/password-links.ts'
import type { Database } from '../db/connect.ts'
import { sweepPlanLinks } from '../entries/plan-links.ts'
import { sweepFiles } from '../files/files.ts'
import { forgetOldSalt } from '../http/limits/daily-hash.ts'
import { sweepCounts } from '../http/limits/rate-counter.ts'
import { sweepMedia } from '../media/delete-media.ts'
import type { MediaStore } from '../media/store.ts'
import { sweepConfirmations } from '../newsletter/subscriptions.ts'
import { sweepActions } from '../posts/disclosure.ts'
import { sweepPreviewLinks } from '../posts/writing/preview-links.ts'
import { emptyTrash } from '../posts/writing/trash.ts'
import { sweepExports } from '../transfer/export/site-exports.ts'
import { sweepParts } from '../transfer/stored-parts.ts'
import { sweepImports } from '../transfer/sweep-imports.ts'

/** Deletes expired sessions, unfinished sign-ins, links, and counters, unfinished uploads, old files in parts, and old posts in the trash. */
export async function cleanUp(db: Database, media: MediaStore): Promise<void> {
  await sweepSessions(db)
  await sweepTeamInvites(db)
  await sweepPasswordLinks(db)
  await sweepTokens(db)
  await sweepPendingSignIns(db)
  await sweepTotpSetups(db)
  await sweepChallenges(db)
  await sweepCounts(db)
  await forgetOldSalt(db)
  await emptyTrash(db)
  await sweepPreviewLinks(db)
  await sweepActions(db)
  await sweepConfirmations(db)
  await sweepPlanLinks(db)
  await sweepMedia(db, media)
  await sweepExports(db, media)
  await sweepFiles(db, media)
  await sweepParts(db, media)
  await sweepImports(db)
}
