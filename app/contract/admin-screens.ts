import { readRowId } from '../../core/contract/paging.ts'
import { paths } from '../../core/contract/paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'

/** The screen that a path of the admin's app opens. Features add theirs in their manifest; any other path is a 404. */
export type AdminScreen =
  | {
      screen: 'posts' | 'today' | 'people' | 'outbox' | 'own-pages' | 'site' | 'get-started' | 'settings'
    }
  | { screen: 'review'; invite: number }

const screens = new Map<string, AdminScreen>([
  [paths.admin, { screen: 'posts' }],
  [paths.adminToday, { screen: 'today' }],
  [peoplePaths.adminPeople, { screen: 'people' }],
  [postPaths.adminOwnPages, { screen: 'own-pages' }],
  [paths.adminOutbox, { screen: 'outbox' }],
  [paths.adminSite, { screen: 'site' }],
  [paths.adminLook, { screen: 'site' }],
  [paths.adminGetStarted, { screen: 'get-started' }],
  [paths.adminSettings, { screen: 'settings' }],
])

/** The paths of these screens but the review of a text, which needs an id */
export const adminScreenPaths = [...screens.keys()]

/** The screen at a path without a query and a trailing slash */
export function findAdminScreen(path: string): AdminScreen | undefined {
  const invite = readRowId(path.split('/').at(-1) ?? '')
  if (invite !== undefined && path === postPaths.adminReview(invite)) return { screen: 'review', invite }
  return screens.get(path)
}
