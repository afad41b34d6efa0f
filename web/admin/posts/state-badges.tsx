import { formatRecent } from '../../../contracts/format-date.ts'
import type { Post } from '../../../contracts/posts.ts'
import { isScheduled } from './post-values.ts'

/** Whether readers can see a post, or from when on */
export function StateBadges({ post }: { post: Post }) {
  return (
    <>
      <span className={post.isPublished ? 'badge badge-live' : 'badge badge-draft'}>
        {post.isPublished ? 'Published' : 'Draft'}
      </span>
      {isScheduled(post) && <span className="tag">Scheduled for {formatRecent(post.publishedAt)}</span>}
    </>
  )
}
