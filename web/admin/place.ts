import { paths } from '../../contracts/paths.ts'

/** The tabs of the posts, in their order. */
export const postTabs = ['create', 'manage', 'ai-tools', 'authors'] as const
/** `content-input` is reached from the AI Tools only. */
export type PostTab = (typeof postTabs)[number] | 'content-input'

export const settingsTabs = ['organisation', 'account', 'topics', 'ai', 'mail', 'backup'] as const
export type SettingsTab = (typeof settingsTabs)[number]

export type Place =
  | { screen: 'posts'; tab: PostTab; post: number | undefined; query: URLSearchParams }
  | { screen: 'people'; query: URLSearchParams }
  | { screen: 'media'; query: URLSearchParams }
  | { screen: 'insights'; query: URLSearchParams }
  | { screen: 'newsletter'; query: URLSearchParams }
  | { screen: 'outbox'; query: URLSearchParams }
  | { screen: 'settings'; tab: SettingsTab }
  | { screen: 'review'; invite: number }
  | { screen: 'unknown' }

/** What an address of the admin shows. A tab that does not exist is the first one. */
export function readPlace(address: string): Place {
  const { pathname, searchParams: query } = new URL(address, 'http://any')
  const path = pathname.replace(/\/$/, '')
  const tab = query.get('tab')
  if (path === paths.admin)
    return {
      screen: 'posts',
      tab: [...postTabs, 'content-input' as const].find((known) => known === tab) ?? 'create',
      post: readId(query.get('post')),
      query,
    }
  const review = path.startsWith(paths.adminReview('')) ? readId(path.split('/').at(-1) ?? '') : undefined
  if (review !== undefined && path === paths.adminReview(review)) return { screen: 'review', invite: review }
  if (path === paths.adminPeople) return { screen: 'people', query }
  if (path === paths.adminMedia) return { screen: 'media', query }
  if (path === paths.adminInsights) return { screen: 'insights', query }
  if (path === paths.adminNewsletter) return { screen: 'newsletter', query }
  if (path === paths.adminOutbox) return { screen: 'outbox', query }
  if (path === paths.adminSettings)
    return { screen: 'settings', tab: settingsTabs.find((known) => known === tab) ?? 'organisation' }
  return { screen: 'unknown' }
}

function readId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
