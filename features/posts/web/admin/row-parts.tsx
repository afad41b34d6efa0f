import { ExternalLink as ExternalIcon, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import { SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { postRefusal } from '../../contract/post-rights.ts'
import type { Post } from '../../contract/posts.ts'
import { isScheduled } from './post-values.ts'
import type { usePostChanges } from './use-post-changes.ts'

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

export function LastChange({ post }: { post: Post }) {
  return (
    <span>
      {post.deletedAt
        ? `In the trash since ${formatRecent(post.deletedAt)}`
        : `Updated ${formatRecent(post.updatedAt)}`}
    </span>
  )
}

type RowActionsProps = {
  post: Post
  changes: Pick<ReturnType<typeof usePostChanges>, 'trash' | 'restore'>
  editPath: string
  viewPath: string
  /** Called when the post is about to leave the list. The focus may be on one of its buttons. */
  onGone: () => void
  /** Shown before the button that opens the form */
  first?: ReactNode
  /** Shown after it */
  children?: ReactNode
}

/** The buttons of a post or page in a list. In the trash, it can only be restored. */
export function RowActions(props: RowActionsProps) {
  const { post, changes, editPath, viewPath, onGone, first, children } = props
  const user = useCurrentUser()
  const mayTrash = postRefusal('trash', user, post) === undefined
  const name = <span className="sr-only"> {post.title}</span>
  const leave = (change: () => void) => () => {
    onGone()
    change()
  }
  if (post.deletedAt)
    return (
      <div className="post-row-actions">
        {mayTrash && (
          <SmallButton onClick={leave(changes.restore)}>
            <RotateCcw aria-hidden="true" /> Restore{name}
          </SmallButton>
        )}
      </div>
    )
  return (
    <div className="post-row-actions">
      {first}
      {!postRefusal('change', user, post) && (
        <SmallButton onClick={() => void navigate(editPath)}>
          <Pencil aria-hidden="true" /> Edit{name}
        </SmallButton>
      )}
      {children}
      <ExternalLink className="text-button" href={viewPath}>
        <ExternalIcon aria-hidden="true" /> View{name}
      </ExternalLink>
      {mayTrash && (
        <TextButton onClick={leave(changes.trash)}>
          <Trash2 aria-hidden="true" /> Move to trash{name}
        </TextButton>
      )}
    </div>
  )
}
