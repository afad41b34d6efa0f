import { paths } from '../../contracts/paths.ts'

/** The tabs of the posts, in their order. Author Invites comes after AI Tools. */
export const postTabs = ['create', 'manage', 'ai-tools'] as const
export type PostTab = (typeof postTabs)[number]

export const settingsTabs = ['organisation', 'account', 'topics'] as const
export type SettingsTab = (typeof settingsTabs)[number]

export type Place =
  | { screen: 'posts'; tab: PostTab; post: number | undefined; query: URLSearchParams }
  | { screen: 'media'; query: URLSearchParams }
  | { screen: 'settings'; tab: SettingsTab }
  | { screen: 'unknown' }

/** What an address of the admin shows. A tab that does not exist is the first one. */
export function readPlace(address: string): Place {
  const { pathname, searchParams: query } = new URL(address, 'http://any')
  const path = pathname.replace(/\/$/, '')
  const tab = query.get('tab')
  if (path === paths.admin)
    return {
      screen: 'posts',
      tab: postTabs.find((known) => known === tab) ?? 'create',
      post: readId(query.get('post')),
      query,
    }
  if (path === paths.adminMedia) return { screen: 'media', query }
  if (path === paths.adminSettings)
    return { screen: 'settings', tab: settingsTabs.find((known) => known === tab) ?? 'organisation' }
  return { screen: 'unknown' }
}

function readId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
