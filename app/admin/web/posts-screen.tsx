import { useState } from 'react'
import { paths } from '../../../core/contract/paths.ts'
import { type Entry, replaceUrl } from '../../../core/web/admin/history.ts'
import { lazyScreen } from '../../../core/web/admin/lazy-screen.tsx'
import { BackLink } from '../../../core/web/admin/screen-link.tsx'
import { TabList } from '../../../core/web/admin/tab-list.tsx'
import { NewsCount } from '../../../core/web/admin/unread-counts.tsx'
import { ReviewBadge } from '../../../features/guests/web/admin/review/review-badge.tsx'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { formPathOf, kindWords } from '../../../features/posts/web/admin/kind-words.ts'
import type { Route } from './routes.ts'

const PostEditorTab = lazyScreen(() => import('./post-editor-tab.tsx'), 'PostEditorTab')
const ManageTab = lazyScreen(
  () => import('../../../features/posts/web/admin/list/manage-tab.tsx'),
  'ManageTab',
)
const AuthorsTab = lazyScreen(
  () => import('../../../features/guests/web/admin/invites/authors-tab.tsx'),
  'AuthorsTab',
)
const AiToolsTab = lazyScreen(
  () => import('../../../features/assistant/web/admin/ai-tools-tab.tsx'),
  'AiToolsTab',
)
const ContentInputTab = lazyScreen(
  () => import('../../../features/assistant/web/admin/dictation/content-input-tab.tsx'),
  'ContentInputTab',
)

type PostsPlace = Extract<Route, { screen: 'posts' }>

/** True if the screen shows the form of a page of the office's own */
export const isPageForm = ({ tab, kind }: PostsPlace) => tab === 'create' && kind === 'page'

export function PostsScreen({ entry, place }: { entry: Entry; place: PostsPlace }) {
  // The first save of a new post puts the post's id into the URL. `made` remembers that this form created the post, so
  // that the form stays open and is not loaded again.
  const [made, setMade] = useState<{ key: string; id: number }>()
  // After the user has left the form, this URL loads the post like any other.
  if (made && made.key !== entry.key) setMade(undefined)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const isMadeHere = made?.key === entry.key && made.id === place.post
  const edited = place.tab === 'create' && !isMadeHere ? place.post : undefined
  return (
    <>
      <div className="admin-top">
        {isPageForm(place) ? (
          <BackLink href={postPaths.adminOwnPages}>Pages</BackLink>
        ) : (
          <PostTabs open={place.tab} isEditing={edited !== undefined} />
        )}
        <div className="admin-actions" ref={setActions} />
      </div>
      <div {...panelOf(place)}>
        {place.tab === 'create' && (
          <PostEditorTab
            key={entry.key}
            id={edited}
            kind={place.kind}
            actions={actions}
            onCreated={(post) => {
              setMade({ key: entry.key, id: post.id })
              replaceUrl(formPathOf(post))
            }}
          />
        )}
        {place.tab === 'manage' && <ManageTab query={place.query} />}
        {place.tab === 'authors' && <AuthorsTab />}
        {place.tab === 'ai-tools' && <AiToolsTab />}
        {place.tab === 'content-input' && <ContentInputTab />}
      </div>
    </>
  )
}

function PostTabs({ open, isEditing }: { open: string; isEditing: boolean }) {
  return (
    <TabList
      label="Posts"
      open={open}
      panel="posts-panel"
      tabs={[
        {
          id: 'create',
          label: isEditing ? kindWords.post.edit : kindWords.post.create,
          href: paths.adminTab('create'),
        },
        { id: 'manage', label: 'Manage Posts', href: paths.adminTab('manage'), badge: <ReviewBadge /> },
        { id: 'ai-tools', label: 'AI Tools', href: paths.adminTab('ai-tools') },
        {
          id: 'authors',
          label: 'Author Invites',
          href: paths.adminTab('authors'),
          badge: <NewsCount of="guests" label="new" className="tab-badge" />,
        },
      ]}
    />
  )
}

/** The attributes of the panel below the tabs. The form of a page has no tab. */
function panelOf(place: PostsPlace) {
  if (isPageForm(place)) return {}
  const panel = { role: 'tabpanel', id: 'posts-panel' }
  return place.tab === 'content-input'
    ? { ...panel, 'aria-label': 'Enhance Content' }
    : { ...panel, 'aria-labelledby': `tab-${place.tab}` }
}
