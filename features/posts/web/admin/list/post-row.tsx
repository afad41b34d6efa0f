import { EyeOff, Send } from 'lucide-react'
import { may } from '../../../../../core/contract/roles.ts'
import { useCurrentUser } from '../../../../../core/web/admin/current-user.ts'
import { ButtonLink, ScreenLink } from '../../../../../core/web/admin/screen-link.tsx'
import { type GuestState, inviteStatusLabels } from '../../../contract/post-guest.ts'
import { postPaths } from '../../../contract/post-paths.ts'
import { postRefusal } from '../../../contract/post-rights.ts'
import { authorTypeLabels, type Post } from '../../../contract/posts.ts'
import { toImage } from '../../blog/image.ts'
import { RowActions, RowDate, StateBadges } from '../row-parts.tsx'
import { usePostChanges } from '../use-post-changes.ts'

type PostRowProps = {
  post: Post
  isSelected: boolean
  /** Undefined if the user may not move the post to the trash or back */
  onSelect: (() => void) | undefined
  /** Called when the post is about to leave the list. The focus may be on one of its buttons. */
  onGone: () => void
}

export function PostRow({ post, isSelected, onSelect, onGone }: PostRowProps) {
  const { busy, publish, reviewDialog, ...changes } = usePostChanges(post)
  const user = useCurrentUser()
  const editPath = postPaths.adminPost(post.id)
  const mayEdit = !post.deletedAt && !postRefusal('change', user, post)
  return (
    <article className="post-row manage-row" aria-labelledby={`post-${post.id}-title`} aria-busy={busy}>
      {onSelect && (
        <label className="post-row-select">
          <input type="checkbox" checked={isSelected} onChange={onSelect} />
          <span className="sr-only">Select {post.title}</span>
        </label>
      )}
      <span className="post-row-picture">
        {post.picture && <img {...toImage(post.picture)} alt="" sizes="96px" loading="lazy" />}
      </span>
      <div className="post-row-text">
        <h2 id={`post-${post.id}-title`} dir="auto">
          {mayEdit ? <ScreenLink href={editPath}>{post.title}</ScreenLink> : post.title}
        </h2>
        <p className="post-row-excerpt" dir="auto">
          {post.excerpt}
        </p>
      </div>
      <p className="post-row-facts">
        <StateBadges post={post} />
        {post.guest && <GuestBadge guest={post.guest} />}
        <span className="tag">{authorTypeLabels[post.authorType]}</span>
        <span>{post.author}</span>
        <RowDate post={post} />
      </p>
      <RowActions
        post={post}
        changes={changes}
        editPath={editPath}
        viewPath={postPaths.post(post.slug)}
        onGone={onGone}
        first={
          post.guest && (
            <ButtonLink href={postPaths.adminReview(post.guest.inviteId)}>
              Review<span className="sr-only"> {post.title}</span>
            </ButtonLink>
          )
        }
        menu={
          // Without the guest's approval, it is published where the editor is asked about that.
          may(user, 'publish') && (post.isPublished || !post.guest || post.guest.approval === 'approved')
            ? [
                {
                  label: post.isPublished ? 'Unpublish' : 'Publish',
                  icon: post.isPublished ? EyeOff : Send,
                  run: publish,
                },
              ]
            : []
        }
      />
      {reviewDialog}
    </article>
  )
}

/** Status of a guest's text. Shows nothing once the text is published and unchanged since the guest approved it. */
function GuestBadge({ guest: { status, approval } }: { guest: GuestState }) {
  return (
    <>
      {status !== 'published' && (
        <span className={status === 'submitted' ? 'badge badge-review' : 'tag'}>
          {status === 'accepted' ? 'Guest is still writing' : inviteStatusLabels[status]}
        </span>
      )}
      {approval === 'changed' && <span className="badge badge-warning">Changed after approval</span>}
    </>
  )
}
