import { readRowId } from '../../../core/contract/paging.ts'
import { paths } from '../../../core/contract/paths.ts'
import type { PostKind } from '../../../features/posts/contract/post-kinds.ts'
import { findAdminScreen } from '../../contract/admin-screens.ts'

/** The tabs of the posts screen, in display order */
export const postTabs = ['create', 'manage', 'ai-tools', 'authors'] as const
/** `content-input` is not in the list of tabs. The AI Tools tab links to it. */
export type PostTab = (typeof postTabs)[number] | 'content-input'

export type Route =
  /** `kind` is what the form is for. */
  | { screen: 'posts'; tab: PostTab; kind: PostKind; post: number | undefined; query: URLSearchParams }
  | {
      screen: 'today' | 'people' | 'outbox' | 'own-pages' | 'site' | 'get-started'
      query: URLSearchParams
    }
  /** The screen that a feature has at this path (features.ts) */
  | { screen: 'feature'; path: string; query: URLSearchParams }
  | { screen: 'settings'; tab: string | undefined; query: URLSearchParams }
  | { screen: 'review'; invite: number }
  | { screen: 'unknown' }

/** Finds the screen of a URL. An unknown tab falls back to the first tab that the user may open. */
export function parseRoute(address: string, featurePaths: string[] = []): Route {
  // The URL constructor needs an origin, but only the path and query are used.
  const { pathname, searchParams: query } = new URL(address, 'http://any')
  const path = pathname.replace(/\/$/, '')
  if (featurePaths.includes(path)) return { screen: 'feature', path, query }
  const found = findAdminScreen(path)
  if (!found) return { screen: 'unknown' }
  const tab = query.get('tab')
  switch (found.screen) {
    case 'posts':
      return {
        screen: 'posts',
        tab: [...postTabs, 'content-input' as const].find((known) => known === tab) ?? 'create',
        kind: query.get('kind') === 'page' ? 'page' : 'post',
        post: readRowId(query.get('post')),
        query,
      }
    case 'settings':
      return { screen: 'settings', tab: tab ?? undefined, query }
    case 'review':
      return found
    case 'site':
      if (path === paths.adminLook) query.set('section', 'look')
      return { screen: 'site', query }
    default:
      return { screen: found.screen, query }
  }
}
