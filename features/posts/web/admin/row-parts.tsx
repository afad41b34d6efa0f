import { ExternalLink as ExternalIcon, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate, formatRecent } from '../../../../core/contract/format-date.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { postRefusal } from '../../contract/post-rights.ts'
import type { Post } from '../../contract/posts.ts'
import { type MenuItem, ToolMenu } from '../editor/tool-menu.tsx'
import { isPublic, isScheduled } from './post-values.ts'
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

/** When a public post was published, or when a draft or a page was last changed */
export function RowDate({ post }: { post: Post }) {
  const { kind, deletedAt, publishedAt, updatedAt } = post
  if (deletedAt) return <span>In the trash since {formatRecent(deletedAt)}</span>
  return kind === 'post' && isPublic(post) ? (
    <span>{formatDate(publishedAt)}</span>
  ) : (
    <span>Updated {formatRecent(updatedAt)}</span>
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
  /** Shown in the menu, before the trash */
  menu?: readonly MenuItem[]
}

/** The buttons of a post or page in a list. In the trash, it can only be restored. */
export function RowActions(props: RowActionsProps) {
  const { post, changes, editPath, viewPath, onGone, first, menu = [] } = props
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
  const items = [
    ...menu,
    ...(mayTrash ? [{ label: 'Move to trash', icon: Trash2, run: leave(changes.trash) }] : []),
  ]
  return (
    <div className="post-row-actions">
      {first}
      {!postRefusal('change', user, post) && (
        <SmallButton onClick={() => void navigate(editPath)}>
          <Pencil aria-hidden="true" /> Edit{name}
        </SmallButton>
      )}
      <ExternalLink className="text-button" href={viewPath}>
        <ExternalIcon aria-hidden="true" /> View{name}
      </ExternalLink>
      {items.length > 0 && (
        <ToolMenu label="More" button={{ 'aria-label': `More for ${post.title}` }} items={items} />
      )}
    </div>
  )
}
