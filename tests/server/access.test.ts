import { expect, test } from 'vitest'
import { loginPath } from '../../core/contract/paths.ts'
import { type Role, roles } from '../../core/contract/roles.ts'
import type { RouteEntry } from '../../core/server/http/guards/route-access.ts'
import { hashToken } from '../../core/server/http/tokens.ts'
import { guestPaths } from '../../features/guests/contract/guest-paths.ts'
import { concretePath } from '../helpers/concrete-path.ts'
import { publicPages } from '../helpers/feature-testing.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'
import { createAddresses } from '../helpers/visitor-addresses.ts'
import { type Access, accessRows, routeName } from './access-table.ts'

const accessOf = new Map(accessRows.map(({ access, route }) => [route, access]))

const people = ['visitor', 'guest', 'expired session', 'disabled user', 'helper', 'editor', 'owner'] as const
type Person = (typeof people)[number]

const isSignedIn = (person: Person): person is Role => roles.some((role) => role === person)

/** Starts a site with a user of each role. */
async function startOffice() {
  const server = await startTestServer({
    // No backups, which take long.
    env: { TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: 'a token for the metrics', BACKUPS_KEEP: '0' },
  })
  await server.signIn()
  const users = {
    helper: { username: 'Hana', role: 'helper' },
    editor: { username: 'Ed', role: 'editor' },
    owner: { username: 'Olga', role: 'owner' },
    'expired session': { username: 'Olga', role: 'owner' },
    'disabled user': { username: 'Dora', role: 'owner' },
  } as const
  const isStored = async (cookie: string) => {
    const token = /session=([^;]+)/.exec(cookie)?.[1] ?? ''
    return (await server.query('select from sessions where token_hash = $1', [hashToken(token)])).length === 1
  }
  const cookies = new Map<Person, string>()
  async function cookieOf(person: Person): Promise<string | undefined> {
    if (person === 'visitor' || person === 'guest') return undefined
    const known = cookies.get(person)
    // Some requests delete the session that they come with.
    if (known && (await isStored(known))) return known
    const cookie = await server.signIn(users[person])
    cookies.set(person, cookie)
    if (person === 'expired session')
      await server.query(
        `update sessions set created_at = now() - interval '8 days'
         where token_hash = (select token_hash from sessions order by created_at desc limit 1)`,
      )
    if (person === 'disabled user')
      await server.query('update users set disabled_at = now() where username = $1', [users[person].username])
    return cookie
  }
  return { server, cookieOf }
}

/** Makes one link of each kind for guests. Returns the token for a path. */
async function makeLinks(server: TestServer): Promise<(url: string) => string> {
  const cookie = await server.signIn()
  const tokenIn = (url: string) => url.split('/').at(-1)?.split('?')[0] ?? ''
  const post = async <Body>(path: string, json: object): Promise<Body> =>
    (await server.send(path, { cookie, json })).json()
  const inviteGuest = async (email: string) => {
    const json = { email, suggestedTopic: 'Budgets', name: '', customMessage: '' }
    return tokenIn((await post<{ inviteUrl: string }>('/api/author/invite', json)).inviteUrl)
  }
  const accepted = await inviteGuest('jo@example.org')
  const answer = await server.send(guestPaths.invitation(accepted), { form: { answer: 'accept' } })
  await server.signIn({ username: 'Hana', role: 'helper' })
  const colleague = { email: 'kim@example.org', displayName: 'Kim', role: 'helper' }
  await server.query(
    `with entry as (insert into training_waitlist (name, email) values ('Ann', 'ann@example.org') returning id)
     insert into plan_links (token_hash, entry_id, expires_at) select $1, id, now() + interval '1 day' from entry`,
    [hashToken('plan')],
  )
  const feed = await post<{ url: string }>('/api/calendar/feed', {})
  const ofFeatures = await Promise.all(publicPages.map(({ makeTokens }) => makeTokens(server)))
  const tokens: Record<string, string> = {
    '/calendar/': tokenIn(feed.url).replace('.ics', ''),
    '/invite/': await inviteGuest('lee@example.org'),
    '/write/': tokenIn(answer.headers.get('location') ?? ''),
    '/api/write/': tokenIn(answer.headers.get('location') ?? ''),
    '/join/': tokenIn((await post<{ url: string }>('/api/team/invites', colleague)).url),
    '/new-password/': tokenIn((await post<{ url: string }>('/api/team/2/password-link', {})).url),
    '/waitlist/plan/': 'plan',
    ...Object.assign({}, ...ofFeatures),
  }
  return (url) => Object.entries(tokens).find(([start]) => url.startsWith(start))?.[1] ?? ''
}

/** What a person gets, in one word. Someone who has to enter their password again first has been let in. */
async function judge(response: Response, path: string): Promise<string> {
  const { status, headers } = response
  if (status === 303 && headers.get('location') === loginPath(path)) return 'sign-in page'
  if (status === 403 && headers.get('content-type')?.includes('json')) {
    const text = await response.text()
    // Responses to HEAD have no body.
    if (text === '') return 'role-too-low'
    const { code } = JSON.parse(text)
    return code === 'confirmation-needed' ? 'let in' : code
  }
  return status === 401 || status === 403 ? String(status) : 'let in'
}

function expectedFor(access: Access, person: Person, kind: RouteEntry['kind']): string {
  switch (access) {
    case 'everyone':
    case 'guest':
      return 'let in'
    case 'session':
      return isSignedIn(person) ? 'let in' : '401'
    case 'metrics':
      return '401'
    default:
      if (!isSignedIn(person)) return kind === 'page' ? 'sign-in page' : '401'
      if (roles.indexOf(person) >= roles.indexOf(access)) return 'let in'
      return kind === 'page' || kind === 'form' ? '403' : 'role-too-low'
  }
}

test('every route of the server is in the table, with its audience and role', async () => {
  const { server } = await startOffice()
  const routes = server.instance.app.routeTable
  expect([...new Set(routes.map(routeName))].sort()).toEqual([...accessOf.keys()].sort())
  expect(accessRows).toHaveLength(accessOf.size)
  for (const route of routes) {
    const access = accessOf.get(routeName(route)) ?? 'owner'
    const stated = route.role ?? route.audience
    const expected = access === 'session' || access === 'metrics' ? 'everyone' : access
    expect(stated, routeName(route)).toBe(expected)
  }
})

test.each(people)('%s: every route lets in whom the table names, and no one else', async (person) => {
  const { server, cookieOf } = await startOffice()
  const tokenFor = await makeLinks(server)
  const nextAddress = createAddresses()
  const wrong: string[] = []
  for (const route of server.instance.app.routeTable) {
    const { method, url, kind } = route
    const access = accessOf.get(routeName(route)) ?? 'owner'
    const path = concretePath(url, person === 'guest' ? tokenFor(url) : 'made-up')
    const cookie = await cookieOf(person)
    const response = await server.send(path, {
      method,
      ...(cookie && { cookie }),
      headers: nextAddress(),
    })
    const got = await judge(response, path)
    const expected = expectedFor(access, person, kind)
    if (got !== expected) wrong.push(`${method} ${path}: ${got}, not ${expected}`)
    // Without its link, a guest's route shows nothing. With it, the route is there.
    const { status } = response
    if (access === 'guest' && (person === 'guest' ? status === 404 : status < 400 || status >= 500))
      wrong.push(`${method} ${path}: ${status}`)
  }
  expect(wrong).toEqual([])
})
