import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink as ExternalIcon, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatRecent } from '../../../../contracts/format-date.ts'
import { type GuestState, inviteStatusLabels } from '../../../../contracts/invites.ts'
import { paths } from '../../../../contracts/paths.ts'
import { authorTypeLabels, type Post, postMessages } from '../../../../contracts/posts.ts'
import { explainFailure } from '../../../api-failures.ts'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { showToast } from '../../../ui/toast.ts'
import { navigate } from '../../history.ts'
import { ScreenLink } from '../../screen-link.tsx'
import { callSignedIn } from '../../sign-in-again.ts'
import { useReview } from '../disclosure.tsx'
import { postListKey, restorePost, savePost, trashPost } from '../post-calls.ts'
import { requestOf, valuesOf } from '../post-values.ts'

type PostRowProps = {
  post: Post
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  /** What was done takes the post out of the list, and the focus with it. */
  onGone: () => void
}

/** One post of the list. */
export function PostRow({ post, isSelected, onSelect, onGone }: PostRowProps) {
  const [busy, setBusy] = useState(false)
  const review = useReview()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [postListKey] }),
      queries.invalidateQueries({ queryKey: [paths.api.recentPosts] }),
    ])

  /** Makes a call, refreshes the list and says what happened; nothing where the person has thought better of it. */
  async function act(call: () => Promise<unknown>, said: Parameters<typeof showToast>[0], failed: string) {
    if (busy) return
    setBusy(true)
    try {
      if ((await call()) !== false) showToast(said)
    } catch (error) {
      showToast({ title: failed, description: explainFailure(error), tone: 'destructive' })
    }
    await refresh()
    setBusy(false)
  }

  const publish = () =>
    act(
      async () => {
        if (!post.isPublished && !(await review.standsFor(post))) return false
        const values = { ...valuesOf(post), isPublished: !post.isPublished }
        return callSignedIn(() => savePost({ ...requestOf(values), id: post.id, version: post.version }, ''))
      },
      { title: post.isPublished ? 'Unpublished' : 'Published', description: post.title },
      postMessages.saveFailed,
    )
  const restore = () =>
    act(
      () => callSignedIn(() => restorePost(post.id)),
      { title: 'Restored', description: post.title },
      'We couldn’t restore the post.',
    )
  const trash = () =>
    act(
      () => callSignedIn(() => trashPost(post.id)),
      {
        title: 'Moved to the trash',
        description: post.title,
        actions: [
          {
            label: 'Undo',
            altText: 'To restore it, open Trash under Manage Posts',
            run: () => void restore(),
          },
        ],
      },
      'We couldn’t move the post to the trash.',
    )

  return (
    <article className="post-row" aria-labelledby={`post-${post.id}-title`} aria-busy={busy}>
      <label className="post-row-select">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <span className="sr-only">Select {post.title}</span>
      </label>
      <div className="post-row-text">
        <h2 id={`post-${post.id}-title`} dir="auto">
          {post.title}
        </h2>
        <p className="post-row-excerpt" dir="auto">
          {post.excerpt}
        </p>
        <p className="post-row-facts">
          <Badges post={post} />
          <span>{post.author}</span>
          <span>
            {post.deletedAt
              ? `In the trash since ${formatRecent(post.deletedAt)}`
              : `Updated ${formatRecent(post.updatedAt)}`}
          </span>
        </p>
      </div>
      <div className="post-row-actions">
        {post.deletedAt ? (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => {
              onGone()
              void restore()
            }}
          >
            <RotateCcw aria-hidden="true" /> Restore<span className="sr-only"> {post.title}</span>
          </button>
        ) : (
          <>
            {post.guest && (
              <ScreenLink className="btn btn-small" href={paths.adminReview(post.guest.inviteId)}>
                Review<span className="sr-only"> {post.title}</span>
              </ScreenLink>
            )}
            <button
              type="button"
              className="btn btn-quiet btn-small"
              onClick={() => void navigate(paths.adminPost(post.id))}
            >
              <Pencil aria-hidden="true" /> Edit<span className="sr-only"> {post.title}</span>
            </button>
            <button type="button" className="text-button post-row-switch" onClick={() => void publish()}>
              {post.isPublished ? 'Unpublish' : 'Publish'}
              <span className="sr-only"> {post.title}</span>
            </button>
            <ExternalLink className="text-button" href={paths.post(post.slug)}>
              <ExternalIcon aria-hidden="true" /> View<span className="sr-only"> {post.title}</span>
            </ExternalLink>
            <button
              type="button"
              className="text-button"
              onClick={() => {
                onGone()
                void trash()
              }}
            >
              <Trash2 aria-hidden="true" /> Move to trash<span className="sr-only"> {post.title}</span>
            </button>
          </>
        )}
      </div>
      {review.dialog}
    </article>
  )
}

/** How a guest's text stands; nothing once it is out and nobody has changed it since. */
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

function Badges({ post }: { post: Post }) {
  const isScheduled = post.isPublished && new Date(post.publishedAt) > new Date()
  return (
    <>
      <span className={post.isPublished ? 'badge badge-live' : 'badge badge-draft'}>
        {post.isPublished ? 'Published' : 'Draft'}
      </span>
      {isScheduled && <span className="tag">Scheduled for {formatRecent(post.publishedAt)}</span>}
      {post.guest && <GuestBadge guest={post.guest} />}
      <span className="tag">{authorTypeLabels[post.authorType]}</span>
    </>
  )
}
