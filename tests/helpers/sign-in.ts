import { paths } from '../../contracts/paths.ts'
import { admin, cookiesOf } from './launch-server.ts'

/** Environment variables that make a server create the tests' admin */
export const adminEnvironment = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password }

/** Signs the admin in to a server that runs in another process, and returns the cookies. */
export async function signIn(url: string): Promise<string> {
  const response = await fetch(url + paths.api.session, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}`)
  return cookiesOf(response)
}
