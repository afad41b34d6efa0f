import { createSend } from './create-send.ts'
import { admin, cookiesOf } from './launch-server.ts'

/** Environment variables that make a server create the tests' admin */
export const adminEnvironment = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password }

/** Signs a user with the admin's password in to a server that runs in another process, and returns the cookies. */
export async function signIn(url: string, username = admin.username): Promise<string> {
  const json = { ...admin, username }
  const response = await createSend(url)('/api/session', { json })
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}`)
  return cookiesOf(response)
}
