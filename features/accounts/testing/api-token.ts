import type { ApiScope } from '../../../core/contract/roles.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { maxTokenDays, tokenLimits } from '../contract/api-tokens.ts'

/** Creates an API token for the user of the cookie. Returns its number and its `Authorization` header. */
export async function createApiToken(
  server: Pick<TestServer, 'send'>,
  cookie: string,
  scopes: ApiScope[],
): Promise<{ id: number; headers: { authorization: string } }> {
  const json = { name: 'A script', scopes, days: Math.min(tokenLimits.defaultDays, maxTokenDays(scopes)) }
  const response = await server.send('/api/account/tokens', { cookie, json })
  if (response.status !== 201) throw new Error(`creating an API token answered ${response.status}`)
  const { id, secret } = await response.json()
  return { id, headers: { authorization: `Bearer ${secret}` } }
}
