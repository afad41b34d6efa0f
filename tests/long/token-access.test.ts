import { expect, test } from 'vitest'
import { paths } from '../../core/contract/paths.ts'
import { apiScopes, isAtLeast, type Role } from '../../core/contract/roles.ts'
import { scopeFacts } from '../../features/accounts/contract/api-tokens.ts'
import { createApiToken } from '../../features/accounts/testing/api-token.ts'
import { concretePath } from '../helpers/concrete-path.ts'
import { startSignedIn, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { createAddresses } from '../helpers/visitor-addresses.ts'
import { accessRows, routeName } from '../server/access-table.ts'

const scopesOf = new Map(accessRows.map(({ route, scopes }) => [route, scopes]))

/** Sends requests to routes, each from another address. */
function createSender(server: TestServer) {
  const nextAddress = createAddresses()
  return (url: string, method: string, options: { cookie?: string; headers?: Record<string, string> } = {}) =>
    server.send(concretePath(url), {
      ...options,
      method,
      headers: { ...options.headers, ...nextAddress() },
    })
}

test.each(apiScopes)(
  '%s: a token opens the routes that the table says, and its user’s cookie nothing more',
  async (scope) => {
    const { server, cookie } = await startSignedIn({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const send = createSender(server)
    const routes = server.instance.app.routeTable
    expect(routes.length).toBeGreaterThan(150)
    const { headers } = await createApiToken(server, cookie, [scope])
    for (const entry of routes) {
      const { method, url, kind, audience } = entry
      const label = `${method} ${url}`
      const response = await send(url, method, { cookie, headers })
      if (kind === 'call' && scopesOf.get(routeName(entry))?.includes(scope)) {
        expect([401, 403], label).not.toContain(response.status)
        continue
      }
      const isRead = method === 'GET' || method === 'HEAD'
      if (kind === 'call' && !(isRead && audience !== 'admin')) {
        expect(response.status, label).toBe(403)
        if (method !== 'HEAD') expect((await response.json()).code, label).toBe('token-scope')
        continue
      }
      // Everything else is for visitors, and the request is treated as a visitor's.
      const visitor = await send(url, method)
      expect([response.status, response.headers.get('location')], label).toEqual([
        visitor.status,
        visitor.headers.get('location'),
      ])
    }
    // None of these requests has changed anything. A token with the scope may start an export.
    expect(
      await server.query(`select action from activity where kind <> 'token' and action <> 'export-made'`),
    ).toEqual([])
    expect(await server.query('select from sessions')).toHaveLength(1)
  },
)

test('every role x every scope: a token publishes only with the scope and the role', async () => {
  const server = await startTestServer()
  const owner = await server.signIn()
  const cookies: Record<Role, string> = {
    owner,
    editor: await server.signIn({ username: 'Eve', role: 'editor' }),
    // Makes the tokens as an editor, and becomes a helper then.
    helper: await server.signIn({ username: 'Hal', role: 'editor' }),
  }
  const tokens = new Map<string, { headers: { authorization: string } }>()
  for (const [role, cookie] of Object.entries(cookies))
    for (const scope of apiScopes)
      if (role === 'owner' || isAtLeast('editor', scopeFacts[scope].role))
        tokens.set(`${role} ${scope}`, await createApiToken(server, cookie, [scope]))
  await server.query(`update users set role = 'helper' where username = 'Hal'`)

  const can: Record<string, string> = {}
  for (const [label, token] of tokens) {
    const post = (isPublished: boolean) =>
      server.send('/api/blog', { ...token, json: { title: label, content: '<p>x</p>', isPublished } })
    const statuses = [(await post(false)).status, (await post(true)).status]
    can[label] = statuses.map((status) => (status === 201 ? 'yes' : status === 403 ? 'no' : status)).join(' ')
  }
  // Whether it can save a draft, and publish
  expect(can).toEqual({
    'owner read-posts': 'no no',
    'owner write-drafts': 'yes no',
    'owner publish': 'yes yes',
    'owner read-entries': 'no no',
    'owner import-site': 'no no',
    'owner export-site': 'no no',
    'editor read-posts': 'no no',
    'editor write-drafts': 'yes no',
    'editor publish': 'yes yes',
    'editor read-entries': 'no no',
    'helper read-posts': 'no no',
    'helper write-drafts': 'yes no',
    'helper publish': 'yes no',
    'helper read-entries': 'no no',
  })
  const published = await server.query('select title from blog_posts where is_published order by title')
  expect(published).toEqual([{ title: 'editor publish' }, { title: 'owner publish' }])
})

test('the API description names the scope of each endpoint, and the page shows it', async () => {
  const { server, cookie } = await startSignedIn()
  const { paths: described } = await (await server.send(paths.api.openapi, { cookie })).json()
  for (const { method, url, scope, kind } of server.instance.app.routeTable) {
    const operation = described[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (kind !== 'call' || !operation) continue
    const named = operation.security.flatMap((way: { token?: string[] }) => way.token ?? [])
    expect(named, `${method} ${url}`).toEqual(scope ? [scope] : [])
  }
  const page = await (await server.send(paths.api.docs, { cookie })).text()
  expect(page).toContain('<code>Authorization: Bearer eai_...</code>')
  expect(page.match(/Scope: /g)).toHaveLength(accessRows.filter(({ scopes }) => scopes.length > 0).length)
})
