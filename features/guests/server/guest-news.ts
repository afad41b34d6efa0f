import { sql } from 'drizzle-orm'
import { formatRecent } from '../../../core/contract/format-date.ts'
import { todayLines } from '../../../core/contract/today.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { line, type TodayPart, type TodayReader } from '../../manifest/today-section.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'

type Draft = { id: number; name: string | null; email: string; title: string; at: string }

/** Drafts of guests that wait for a review, the latest first */
export async function readGuestsToday(db: Queryable, { clock }: TodayReader): Promise<TodayPart> {
  const { rows } = await db.execute<Draft>(
    sql`select author_invites.id, name, lower(email) as email, title, submitted_at as at
      from author_invites join blog_posts on blog_posts.id = post_id
      where author_invites.status = 'submitted' and deleted_at is null and not is_published
      order by submitted_at desc limit ${todayLines}`,
  )
  const news = rows.map(({ id, name, email, title, at }) => ({
    at,
    line: line({
      key: `guest-${id}`,
      text: `${name ?? email} submitted “${title}”`,
      note: `${formatRecent(at, clock)} · needs review`,
      href: postPaths.adminReview(id),
      emails: [email],
    }),
  }))
  return { news }
}
