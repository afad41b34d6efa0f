import { expect } from 'vitest'
import { sessionCreate, sessionDelete } from '../../core/contract/session.ts'
import { accountSessionEnd, passwordUpdate } from '../../features/accounts/contract/account.ts'
import { othersTokenRevoke, tokenCreate, tokenRevoke } from '../../features/accounts/contract/api-tokens.ts'
import {
  accountConfirm,
  passkeyChallengeCreate,
  passkeyCreate,
  passkeyDelete,
  passkeyOptionsCreate,
  passkeySessionCreate,
} from '../../features/accounts/contract/passkeys.ts'
import { passwordLinkCreate } from '../../features/accounts/contract/password-links.ts'
import {
  factorPolicyUpdate,
  recoveryCodesRenew,
  totpConfirm,
  totpDelete,
  totpStart,
  userFactorReset,
} from '../../features/accounts/contract/second-factor.ts'
import {
  memberAccessEnd,
  memberAccessRestore,
  memberRoleUpdate,
  profileUpdate,
  teamInviteCreate,
  teamInviteRenew,
  teamInviteRevoke,
} from '../../features/accounts/contract/team.ts'
import { createFirstAdmin, resetPassword } from '../../features/accounts/server/accounts.ts'
import { createSoftwarePasskey, localSite } from '../../features/accounts/testing/software-passkey.ts'
import { codeOf } from '../../features/accounts/testing/totp.ts'
import { postUpdate } from '../../features/posts/contract/posts.ts'
import { canaryPost, type RecordedDay, rowBy, rowOf } from '../helpers/recorded-day.ts'
import { cookiesOf } from '../helpers/test-server.ts'

const username = 'Ann Admin'
const password = 'CANARY correct horse battery'

/** Returns the cookies of the owner for the rest of the day. */
export async function signInAndOut({ act, newRows, send, instance, ...day }: RecordedDay, secrets: string[]) {
  await createFirstAdmin(instance.db, { username, password: `${password}!` })
  await resetPassword(instance.db, username, password)
  expect(await newRows()).toEqual([
    rowBy('server', 'user-created', 'user 1'),
    rowBy('command', 'password-reset', 'user 1'),
  ])
  const signIn = (name: string, secret: string) =>
    act(sessionCreate, { body: { username: name, password: secret } })
  expect((await signIn('CANARY typed as a name', password)).status).toBe(401)
  expect((await signIn(username, 'CANARY wrong')).status).toBe(401)
  const failed = rowBy('visitor', 'sign-in-failed', null, { attempt: 1 })
  expect(await newRows()).toEqual([failed, { ...failed, user: 1 }])
  const phone = cookiesOf(await signIn(username, password))
  const cookie = cookiesOf(await signIn(username.toLowerCase(), password))
  const signedIn = rowOf('signed-in', null, { with: 'password' })
  expect(await newRows()).toEqual([signedIn, signedIn])

  const sessions: { id: string; current: boolean }[] = await (
    await send('/api/account/sessions', { cookie })
  ).json()
  const other = sessions.find(({ current }) => !current)
  await day.do(accountSessionEnd, { cookie, params: { id: other?.id } })
  expect((await send('/api/account/sessions', { cookie: phone })).status).toBe(401)
  expect(await newRows()).toEqual([rowOf('session-ended')])
  const next = `${password} staple`
  const changed = cookiesOf(await day.do(passwordUpdate, { cookie, body: { current: password, next } }))
  expect(await newRows()).toEqual([rowOf('password-changed')])
  for (let click = 0; click < 2; click++) await day.do(sessionDelete, { cookie: changed })
  expect(await newRows()).toEqual([rowOf('signed-out')])
  const owner = cookiesOf(await signIn(username, next))
  expect(await newRows()).toEqual([signedIn])
  secrets.push(...[phone, cookie, changed, owner].flatMap(readTokens))
  expect(secrets.length).toBeGreaterThan(4)
  return owner
}

export async function useTokens(
  { newRows, send, signIn, ...day }: RecordedDay,
  cookie: string,
  secrets: string[],
) {
  const body = { name: 'Canary token', scopes: ['publish'], days: 7 }
  const { secret } = await (await day.do(tokenCreate, { cookie, body })).json()
  secrets.push(secret)
  const headers = { authorization: `Bearer ${secret}` }
  const { version } = await (await send('/api/blog/1?by=id', { headers })).json()
  await day.do(postUpdate, {
    headers,
    params: { id: 1 },
    body: { ...canaryPost, version, isPublished: false },
  })
  const helper = await signIn({ username: 'Hal', role: 'helper' })
  await day.do(tokenCreate, { cookie: helper, body: { ...body, scopes: ['read-posts'] } })
  await day.do(othersTokenRevoke, { cookie, params: { id: 2 } })
  await day.do(tokenRevoke, { cookie, params: { id: 1 } })
  expect(await newRows()).toEqual([
    rowOf('token-created', 'token 1', { days: 7 }),
    { ...rowOf('token-used', 'token 1'), token: 1 },
    { ...rowOf('post-unpublished', 'post 1'), token: 1 },
    rowOf('token-created', 'token 2', { days: 7 }, 2),
    rowOf('token-revoked', 'token 2'),
    rowOf('token-revoked', 'token 1'),
  ])
}

export async function changeSecondFactors(
  { act, newRows, ...day }: RecordedDay,
  cookie: string,
  secrets: string[],
) {
  const ofPassword = { username, password: `${password} staple` }
  await day.do(accountConfirm, { cookie, body: { password: ofPassword.password } })
  const { secret } = await (await day.do(totpStart, { cookie })).json()
  expect(await newRows()).toEqual([])
  const code = await codeOf(secret)
  await day.do(totpConfirm, { cookie, body: { code } })
  expect(await newRows()).toEqual([rowOf('codes-turned-on'), rowOf('recovery-codes-made')])
  const { recoveryCodes } = await (await day.do(recoveryCodesRenew, { cookie })).json()
  expect(await newRows()).toEqual([rowOf('recovery-codes-made')])
  // The question for the code is half of a success.
  expect((await act(sessionCreate, { body: ofPassword })).status).toBe(401)
  expect(await newRows()).toEqual([])
  await day.do(sessionCreate, { body: { ...ofPassword, code: recoveryCodes[0] } })
  expect(await newRows()).toEqual([
    rowOf('recovery-code-used'),
    rowOf('signed-in', null, { with: 'password' }),
  ])
  await day.do(factorPolicyUpdate, { cookie, body: { isRequired: true } })
  await day.do(factorPolicyUpdate, { cookie, body: { isRequired: false } })
  const policyChanged = rowOf('setting-changed', null, { setting: 'second-factor' })
  expect(await newRows()).toEqual([policyChanged, policyChanged])
  await day.do(totpDelete, { cookie })
  await day.do(userFactorReset, { cookie, params: { id: 2 } })
  expect(await newRows()).toEqual([rowOf('codes-turned-off'), rowOf('second-factor-reset', 'user 2')])
  secrets.push(secret, code, ...recoveryCodes)
}

export async function usePasskeys(day: RecordedDay, cookie: string, secrets: string[]) {
  const { act, newRows } = day
  const device = createSoftwarePasskey(localSite)
  const newOptions = await (await day.do(passkeyOptionsCreate, { cookie })).json()
  const response = device.create(newOptions)
  const added = await (await day.do(passkeyCreate, { cookie, body: { response } })).json()
  secrets.push(...added.recoveryCodes)
  expect(await newRows()).toEqual([rowOf('passkey-added'), rowOf('recovery-codes-made')])
  for (const [counter, status] of [
    [2, 200],
    [1, 401],
  ] as const) {
    const options = await (await day.do(passkeyChallengeCreate)).json()
    const body = { response: device.get(options, counter) }
    expect((await act(passkeySessionCreate, { body })).status).toBe(status)
  }
  expect(await newRows()).toEqual([
    rowOf('signed-in', null, { with: 'passkey' }),
    { ...rowBy('visitor', 'sign-in-failed', null, { attempt: 2 }), user: 1 },
  ])
  const params = { id: added.passkey.id }
  await day.do(passkeyDelete, { cookie, params })
  expect((await act(passkeyDelete, { cookie, params })).status).toBe(404)
  expect(await newRows()).toEqual([rowOf('passkey-removed')])
}

export async function changeTeam({ newRows, send, ...day }: RecordedDay, cookie: string, secrets: string[]) {
  const body = { email: 'canary5@example.org', displayName: 'Cleo', role: 'helper' }
  const { invite } = await (await day.do(teamInviteCreate, { cookie, body })).json()
  await day.do(teamInviteRenew, { cookie, params: invite })
  await day.do(teamInviteRevoke, { cookie, params: invite })
  const { url } = await (await day.do(teamInviteCreate, { cookie, body })).json()
  expect(await newRows()).toEqual([
    rowOf('colleague-invited', 'invite 1', { role: 'helper' }),
    rowOf('invite-renewed', 'invite 1'),
    rowOf('invite-withdrawn', 'invite 1'),
    rowOf('colleague-invited', 'invite 2', { role: 'helper' }),
  ])
  const { pathname } = new URL(url)
  const joined = await send(pathname, { form: { username: 'cleo', password: 'seven quiet lanterns over' } })
  expect(joined.status).toBe(303)
  expect(await newRows()).toEqual([
    rowOf('colleague-joined', 'user 3', { role: 'helper' }, 3),
    rowOf('signed-in', null, { with: 'new-account' }, 3),
  ])
  const colleague = cookiesOf(joined)
  await day.do(profileUpdate, { cookie: colleague, body: { displayName: 'Cleo C.' } })
  const token = await day.do(tokenCreate, {
    cookie: colleague,
    body: { name: 'Canary', scopes: ['read-posts'] },
  })
  secrets.push((await token.json()).secret, pathname.split('/').at(-1) ?? '', ...readTokens(colleague))
  const params = { id: 3 }
  const passwordLink = await (await day.do(passwordLinkCreate, { cookie, params })).json()
  const linkPath = new URL(passwordLink.url).pathname
  secrets.push(linkPath.split('/').at(-1) ?? '')
  for (let click = 0; click < 2; click++)
    await send(linkPath, { form: { username: 'cleo', next: 'eight quiet lanterns under' } })
  for (let click = 0; click < 2; click++)
    await day.do(memberRoleUpdate, { cookie, params, body: { role: 'editor' } })
  for (let click = 0; click < 2; click++) await day.do(memberAccessEnd, { cookie, params })
  for (let click = 0; click < 2; click++) await day.do(memberAccessRestore, { cookie, params })
  expect(await newRows()).toEqual([
    rowOf('token-created', 'token 3', { days: 90 }, 3),
    rowOf('password-link-made', 'user 3'),
    rowOf('token-revoked', 'token 3', {}, 3),
    rowOf('password-changed', null, {}, 3),
    rowOf('role-changed', 'user 3', { from: 'helper', to: 'editor' }),
    rowOf('access-ended', 'user 3'),
    rowOf('access-restored', 'user 3'),
  ])
}

/** Session and device tokens in a cookie header */
const readTokens = (cookies: string) => cookies.match(/[\w-]{43}/g) ?? []
