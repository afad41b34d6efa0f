import { admin, startSignedIn, type TestServer } from '../../../tests/helpers/test-server.ts'
import { connectApp } from './totp.ts'

/** Starts a server whose owner has connected an authenticator app. `cookie` is the owner's session. */
export async function startWithApp(env?: Record<string, string>) {
  const { server, cookie } = await startSignedIn({ env })
  return { server, cookie, ...(await connectApp(server, cookie)) }
}

/** Signs in through the API, with the owner's password. */
export const signInByApi = (server: TestServer, code?: string, cookie = '') =>
  server.send('/api/session', { json: { ...admin, ...(code !== undefined && { code }) }, cookie })

/** The status of a sign-in with the owner's password */
export const tryCode = async (server: TestServer, code?: string) => (await signInByApi(server, code)).status

export const readStatusAndCode = async (response: Response) => [response.status, (await response.json()).code]

export const readSecondFactor = async (server: TestServer, cookie: string) =>
  (await server.send('/api/account/second-factor', { cookie })).json()

/** Makes all sign-ins and confirmations more than ten minutes old. */
export const forgetConfirmations = (server: TestServer) =>
  server.query(`update sessions set confirmed_at = now() - interval '11 minutes'`)
