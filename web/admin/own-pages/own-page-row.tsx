import { ExternalLink as ExternalIcon, Pencil, Trash2 } from 'lucide-react'
import { paths } from '../../../contracts/paths.ts'
import { postRefusal } from '../../../contracts/post-rights.ts'
import type { Post } from '../../../contracts/posts.ts'
import { SmallButton, TextButton } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { useCurrentUser } from '../current-user.ts'
import { navigate } from '../history.ts'
import { isScheduled } from '../posts/post-values.ts'
import { LastChange, RestoreButton, StateBadges } from '../posts/row-parts.tsx'
import { usePostChanges } from '../posts/use-post-changes.ts'

type OwnPageRowProps = {
  page: Post
  /** Called when the page is about to leave the list. The focus may be on one of its buttons. */
  onGone: () => void
}

/** One page in the list */
export function OwnPageRow({ page, onGone }: OwnPageRowProps) {
  const { busy, trash, restore } = usePostChanges(page)
  const user = useCurrentUser()
  const mayTrash = postRefusal('trash', user, page) === undefined
  const name = <span className="sr-only"> {page.title}</span>
  return (
    <article className="post-row" aria-labelledby={`page-${page.id}-title`} aria-busy={busy}>
      <div className="post-row-text">
        <h2 id={`page-${page.id}-title`} dir="auto">
          {page.title}
        </h2>
        <p className="own-page-address">{paths.ownPage(page.slug)}</p>
        <p className="post-row-facts">
          <StateBadges post={page} />
          <LastChange post={page} />
        </p>
      </div>
      <div className="post-row-actions">
        {page.deletedAt ? (
          mayTrash && (
            <RestoreButton
              post={page}
              onRestore={() => {
                onGone()
                restore()
              }}
            />
          )
        ) : (
          <>
            {!postRefusal('change', user, page) && (
              <SmallButton onClick={() => void navigate(paths.adminOwnPage(page.id))}>
                <Pencil aria-hidden="true" /> Edit{name}
              </SmallButton>
            )}
            <ExternalLink className="text-button" href={addressToView(page)}>
              <ExternalIcon aria-hidden="true" /> View{name}
            </ExternalLink>
            {mayTrash && (
              <TextButton
                onClick={() => {
                  onGone()
                  trash()
                }}
              >
                <Trash2 aria-hidden="true" /> Move to trash{name}
              </TextButton>
            )}
          </>
        )}
      </div>
    </article>
  )
}

/** A page that is not public yet has a preview. */
function addressToView(page: Post): string {
  const isPublic = page.isPublished && !isScheduled(page)
  return isPublic ? paths.ownPage(page.slug) : paths.preview(page.id)
}
