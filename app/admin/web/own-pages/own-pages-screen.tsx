import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { paths } from '../../../../core/contract/paths.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import { byId, ListScreen, Rows, useListPage } from '../../../../core/web/admin/lists/list-screen.tsx'
import { ButtonLink, ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { postPaths } from '../../../../features/posts/contract/post-paths.ts'
import { type Post, postList } from '../../../../features/posts/contract/posts.ts'
import { isScheduled } from '../../../../features/posts/web/admin/post-values.ts'
import { RowActions, RowDate, StateBadges } from '../../../../features/posts/web/admin/row-parts.tsx'
import { usePostChanges } from '../../../../features/posts/web/admin/use-post-changes.ts'

const pagesAtOnce = 50

/** The list of the office's own pages in the Site area */
export function OwnPagesScreen({ query }: { query: URLSearchParams }) {
  const inTrash = query.get('status') === 'trash'
  const rows = useRef<HTMLDivElement>(null)
  const mayPublish = useMay('publish')
  const mayEditSite = useMay('editSite')
  const list = useListPage(postList, {
    query: { kind: 'page', sort: 'title', limit: pagesAtOnce, ...(inTrash && { status: 'trash' }) },
  })
  const hasRows = list.rows !== undefined && list.rows.length > 0
  return (
    <div className="admin-page">
      <ListScreen
        headline={<h1>Pages</h1>}
        of="pages"
        unit={inTrash ? ['page in the trash', 'pages in the trash'] : ['page', 'pages']}
        list={list}
        hasSkeleton
        empty={inTrash ? <EmptyTrash /> : <NoPages />}
        filters={
          <div className="own-pages-bar">
            {hasRows && !inTrash && <NewPage />}
            {hasRows && !inTrash && mayEditSite && (
              <p className="form-note">
                A new page is in no menu yet. Add it to the{' '}
                <ScreenLink href={paths.adminSiteSection('menu')}>header</ScreenLink> or the{' '}
                <ScreenLink href={paths.adminSiteSection('footer')}>footer</ScreenLink>.
              </p>
            )}
            {!mayPublish && (
              <p className="form-note">
                You can edit every draft. Editors and owners publish, and change what is or was public.
              </p>
            )}
            <TextButton
              onClick={() => replaceUrl(`${postPaths.adminOwnPages}${inTrash ? '' : '?status=trash'}`)}
            >
              {inTrash ? 'Back to all pages' : 'Show the trash'}
            </TextButton>
          </div>
        }
      >
        {/* Gets the focus after the focused page has left the list. */}
        <div ref={rows} tabIndex={-1} className="post-list">
          <Rows rows={list.rows} keyOf={byId}>
            {(page) => <OwnPageRow page={page} onGone={() => rows.current?.focus()} />}
          </Rows>
        </div>
      </ListScreen>
    </div>
  )
}

const NewPage = () => (
  <ButtonLink href={postPaths.adminNewPage}>
    <Plus aria-hidden="true" /> New page
  </ButtonLink>
)

function NoPages() {
  return (
    <div className="card empty">
      <h2>No pages yet</h2>
      <p>
        Start with About: who you are, what you do, and how to reach you. Three short paragraphs are enough.
        FAQ and Speaking are good next ones. Each page gets an address of its own, such as /about.
      </p>
      <NewPage />
    </div>
  )
}

function EmptyTrash() {
  return (
    <div className="card empty">
      <h2>The trash is empty</h2>
      <p>Pages that you move to the trash stay here for 30 days. Until then, you can restore them.</p>
    </div>
  )
}

type OwnPageRowProps = {
  page: Post
  /** Called when the page is about to leave the list. The focus may be on one of its buttons. */
  onGone: () => void
}

function OwnPageRow({ page, onGone }: OwnPageRowProps) {
  const { busy, ...changes } = usePostChanges(page)
  return (
    <article className="post-row" aria-labelledby={`page-${page.id}-title`} aria-busy={busy}>
      <div className="post-row-text">
        <h2 id={`page-${page.id}-title`} dir="auto">
          {page.title}
        </h2>
        <p className="own-page-address">{postPaths.ownPage(page.slug)}</p>
        <p className="post-row-facts">
          <StateBadges post={page} />
          <RowDate post={page} />
        </p>
      </div>
      <RowActions
        post={page}
        changes={changes}
        editPath={postPaths.adminOwnPage(page.id)}
        viewPath={addressToView(page)}
        onGone={onGone}
      />
    </article>
  )
}

/** A page that is not public yet has a preview. */
function addressToView(page: Post): string {
  const isPublic = page.isPublished && !isScheduled(page)
  return isPublic ? postPaths.ownPage(page.slug) : postPaths.preview(page.id)
}
