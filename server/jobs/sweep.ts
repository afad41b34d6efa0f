import { sweepSessions } from '../accounts/sessions.ts'
import type { Database } from '../db/connect.ts'
import { sweepCounts } from '../http/rate-counter.ts'
import { sweepMedia } from '../media/media.ts'
import type { MediaStore } from '../media/store.ts'
import { emptyTrash } from '../posts/posts.ts'
import { sweepPreviewLinks } from '../posts/preview-links.ts'

const interval = 60 * 60 * 1000

type Log = { warn(fields: object, message: string): void }

/**
 * Removes ended sessions, counters, unfinished pictures and what has long been in the trash once an hour; returns
 * what stops it.
 */
export function startSweeping(db: Database, media: MediaStore, log: Log): () => void {
  const timer = setInterval(async () => {
    try {
      await sweepSessions(db)
      await sweepCounts(db)
      await emptyTrash(db)
      await sweepPreviewLinks(db)
      await sweepMedia(db, media)
    } catch (error) {
      log.warn({ err: error }, 'the hourly clean-up failed and is tried again in an hour')
    }
  }, interval)
  timer.unref()
  return () => clearInterval(timer)
}
