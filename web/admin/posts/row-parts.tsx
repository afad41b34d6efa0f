import { RotateCcw } from 'lucide-react'
import { formatRecent } from '../../../contracts/format-date.ts'
import type { Post } from '../../../contracts/posts.ts'
import { SmallButton } from '../../ui/button.tsx'
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

/** When a post was changed, or moved to the trash */
export function LastChange({ post }: { post: Post }) {
  return (
    <span>
      {post.deletedAt
        ? `In the trash since ${formatRecent(post.deletedAt)}`
        : `Updated ${formatRecent(post.updatedAt)}`}
    </span>
  )
}

/** Takes a post out of the trash */
export function RestoreButton({ post, onRestore }: { post: Post; onRestore: () => void }) {
  return (
    <SmallButton onClick={onRestore}>
      <RotateCcw aria-hidden="true" /> Restore<span className="sr-only"> {post.title}</span>
    </SmallButton>
  )
}
