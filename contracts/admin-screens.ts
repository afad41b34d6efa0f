import { paths } from './paths.ts'

/** What an address of the admin's app opens. The server answers 404 where this finds nothing. */
export type AdminScreen =
  | { screen: 'posts' | 'people' | 'media' | 'insights' | 'newsletter' | 'outbox' | 'settings' }
  | { screen: 'review'; invite: number }

const screens = new Map<string, AdminScreen>([
  [paths.admin, { screen: 'posts' }],
  [paths.adminPeople, { screen: 'people' }],
  [paths.adminMedia, { screen: 'media' }],
  [paths.adminInsights, { screen: 'insights' }],
  [paths.adminNewsletter, { screen: 'newsletter' }],
  [paths.adminOutbox, { screen: 'outbox' }],
  [paths.adminSettings, { screen: 'settings' }],
])

/** The screen at a path without a query. A slash at its end makes no difference. */
export function findAdminScreen(pathname: string): AdminScreen | undefined {
  const path = pathname.replace(/\/$/, '')
  const invite = readRowId(path.split('/').at(-1) ?? '')
  if (invite !== undefined && path === paths.adminReview(invite)) return { screen: 'review', invite }
  return screens.get(path)
}

/** The number of a row as an address has it. */
export function readRowId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
