import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { fillPeople } from './people.ts'

/** Starts a server with the people of `fillPeople` and a signed-in admin. */
export async function startWithPeople(env: Record<string, string> = {}) {
  const server = await startTestServer(Object.keys(env).length > 0 ? { env } : {})
  const cookie = await server.signIn()
  await fillPeople(server)
  return { server, cookie }
}
