import { expect } from 'vitest'
import { apiScopes, isAtLeast, may, type Role, roles } from '../../../core/contract/roles.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { createRandom } from '../../../tests/helpers/random.ts'
import { createAddresses } from '../../../tests/helpers/visitor-addresses.ts'
import { scopeFacts } from '../contract/api-tokens.ts'
import type { SentTeamInvite } from '../contract/team.ts'
import { cookieNames } from '../server/session-hook.ts'
import { startSession } from '../server/sessions.ts'

/** Actions that are sent at the same time */
const maxBatch = 8
const maxUsers = 10

type State = { role: Role; hasAccess: boolean }
type Action = {
  name: string
  actor: number
  /** The state that a success gives another user */
  change?: { target: number; to: Partial<State> }
  /** Role that a success needs */
  needs: Role
  status: number
}

/** Several users who try everything that could change rights, each with the rights of their own session */
async function openOffice(server: TestServer, seed: number) {
  const { below: random, pick } = createRandom(seed)
  await server.signIn()
  for (const [username, role] of [
    ['Olga', 'owner'],
    ['Ed', 'editor'],
    ['Hana', 'helper'],
    ['Hugo', 'helper'],
  ] as const)
    await server.signIn({ username, role })
  const links: { url: string; id: number; role: Role }[] = []
  const tokens: { actor: number; secret: string }[] = []
  let posts = 0
  const nextAddress = createAddresses()

  async function send(actor: number, method: string, path: string, json?: object) {
    return server.send(path, {
      method,
      cookie: await cookieOf(server, actor),
      ...(json && { json }),
      headers: nextAddress(),
    })
  }

  const changeRole = async (actor: number, target: number): Promise<Action> => {
    const role = pick(roles)
    const { status } = await send(actor, 'PUT', `/api/team/${target}/role`, { role })
    return { name: 'role', actor, change: { target, to: { role } }, needs: 'owner', status }
  }
  const changeAccess = async (actor: number, target: number): Promise<Action> => {
    const hasAccess = random(2) === 0
    const { status } = await send(actor, hasAccess ? 'POST' : 'DELETE', `/api/team/${target}/access`)
    return { name: 'access', actor, change: { target, to: { hasAccess } }, needs: 'owner', status }
  }
  const invite = async (actor: number): Promise<Action> => {
    const role = pick(roles)
    const json = { email: `someone${random(20)}@example.org`, displayName: 'Someone', role }
    const response = await send(actor, 'POST', '/api/team/invites', json)
    if (response.status === 201) {
      const { url, invite: sent }: SentTeamInvite = await response.json()
      links.push({ url, id: sent.id, role })
    }
    return { name: 'invite', actor, needs: 'owner', status: response.status }
  }
  const changeInvite = async (actor: number): Promise<Action> => {
    // Mostly one of the last links, because the others are over.
    const id = links.length === 0 ? 1 : pick(links.slice(-4)).id
    const isRenewal = random(2) === 0
    const response = isRenewal
      ? await send(actor, 'POST', `/api/team/invites/${id}/renew`)
      : await send(actor, 'DELETE', `/api/team/invites/${id}`)
    if (isRenewal && response.status === 200) {
      const { url, invite: sent }: SentTeamInvite = await response.json()
      links.push({ url, id, role: sent.role })
    }
    return { name: 'link', actor, needs: 'owner', status: response.status }
  }
  const publish = async (actor: number): Promise<Action> => {
    const json = { title: `Post ${++posts}`, content: '<p>Words.</p>', isPublished: true }
    const { status } = await send(actor, 'POST', '/api/blog', json)
    return { name: 'publish', actor, needs: 'editor', status }
  }
  const readMail = async (actor: number): Promise<Action> => {
    const { status } = await send(actor, 'GET', `/api/outbox/${1 + random(40)}`)
    // Every email of this test is an invitation of a colleague.
    return { name: 'mail', actor, needs: 'owner', status }
  }
  const resetFactor = async (actor: number, target: number): Promise<Action> => {
    const { status } = await send(actor, 'DELETE', `/api/users/${target}/second-factor`)
    return { name: 'reset', actor, needs: 'owner', status }
  }
  const makeToken = async (actor: number): Promise<Action> => {
    const scope = pick(apiScopes)
    const json = { name: 'Script', scopes: [scope] }
    const response = await send(actor, 'POST', '/api/account/tokens', json)
    if (response.status === 201) tokens.push({ actor, secret: (await response.json()).secret })
    return { name: 'token', actor, needs: scopeFacts[scope].role, status: response.status }
  }
  const publishByToken = async (actor: number): Promise<Action> => {
    if (tokens.length === 0) return publish(actor)
    // Mostly one of the last, because most others have ended.
    const token = pick(tokens.slice(-10))
    const json = { title: `Post ${++posts}`, content: '<p>Words.</p>', isPublished: true }
    const headers = { authorization: `Bearer ${token.secret}`, ...nextAddress() }
    const { status } = await server.send('/api/blog', { json, headers })
    return { name: 'publish by token', actor: token.actor, needs: 'editor', status }
  }
  const rename = async (actor: number): Promise<Action> => {
    const { status } = await send(actor, 'PUT', '/api/account/profile', {
      displayName: pick(['Ann', 'Owner', '']),
    })
    return { name: 'name', actor, needs: 'helper', status }
  }

  const ofTeam = [changeRole, changeRole, changeAccess, changeAccess, resetFactor, invite, changeInvite]
  const others = [publish, makeToken, publishByToken, readMail, rename]
  const act = (actor: number, users: number[]) => pick([...ofTeam, ...others])(actor, pick(users))

  return { random, pick, links, act }
}

/** The cookie of a new session, as after a sign-in a moment ago. Without access, it does not work. */
async function cookieOf(server: TestServer, userId: number): Promise<string> {
  const { token } = await startSession(server.instance.db, userId, undefined)
  return `${cookieNames(false).session}=${token}`
}

async function readStates(server: TestServer): Promise<Map<number, State>> {
  const rows = await server.query<State & { id: number }>(
    'select id, role, disabled_at is null as "hasAccess" from users order by id',
  )
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/**
 * Actions that happen at the same time may take effect in any order. So a success is right if its actor had the right
 * before, or got it from another success of the same batch.
 */
function checkBatch(batch: Action[], before: Map<number, State>, after: Map<number, State>): void {
  const successes = batch.filter(({ status }) => status < 300)
  const trail = JSON.stringify(batch)
  for (const { actor, needs } of successes) {
    const changes = successes.flatMap(({ change }) => (change?.target === actor ? [change.to] : []))
    const states = [before.get(actor), ...changes]
    const couldHaveAccess = states.some((state) => state?.hasAccess)
    const couldHaveRole = states.some((state) => state?.role && isAtLeast(state.role, needs))
    expect(couldHaveAccess && couldHaveRole, `${actor} without the right: ${trail}`).toBe(true)
  }
  for (const [id, state] of after) {
    const old = before.get(id)
    if (!old) continue
    for (const field of ['role', 'hasAccess'] as const)
      if (state[field] !== old[field])
        expect(
          successes.some(({ change }) => change?.target === id && change.to[field] === state[field]),
          `user ${id}, ${field}: ${trail}`,
        ).toBe(true)
  }
  for (const { change, actor } of successes) expect(change?.target, trail).not.toBe(actor)
  expect(
    [...after.values()].filter((state) => state.hasAccess && may(state, 'manageTeam')).length,
    `no owner is left: ${trail}`,
  ).toBeGreaterThan(0)
}

/**
 * Does random actions of several users, some at the same time, on an empty server that trusts 127.0.0.1 as a proxy.
 * Expects that an owner is always left, and that no one does or gets what their role does not allow.
 */
export async function runTeamModel(
  server: TestServer,
  { seed, actionCount }: { seed: number; actionCount: number },
): Promise<void> {
  const { random, pick, links, act } = await openOffice(server, seed)
  const done = new Map<string, number>()
  let states = await readStates(server)
  let joined = 0
  for (let count = 0; count < actionCount; ) {
    const users = [...states.keys()]
    const batch = await Promise.all(
      Array.from({ length: 1 + random(maxBatch) }, () => act(pick(users), users)),
    )
    count += batch.length
    const after = await readStates(server)
    checkBatch(batch, states, after)
    states = after
    for (const { name, status } of batch) {
      const key = `${name} ${status < 300 ? 'done' : 'refused'}`
      done.set(key, (done.get(key) ?? 0) + 1)
    }
    // Now and then, someone uses a link, which may be open or over.
    if (links.length === 0 || states.size >= maxUsers || random(20) > 0) continue
    const { url, role } = pick(links)
    const form = { username: `new ${count}`, password: 'seven quiet lanterns over' }
    const { status } = await server.send(new URL(url).pathname, {
      form,
      headers: { 'x-forwarded-for': `192.0.2.${count & 255}` },
    })
    const withNew = await readStates(server)
    expect(withNew.size - states.size).toBe(status === 303 ? 1 : 0)
    if (status === 303) {
      joined++
      expect([...withNew.values()].at(-1)).toEqual({ role, hasAccess: true })
    }
    states = withNew
  }
  // Each kind of action was both done and refused, so the checks above had something to check.
  for (const name of 'role,access,reset,invite,link,publish,token,publish by token,mail'.split(','))
    for (const outcome of ['done', 'refused'])
      expect(done.get(`${name} ${outcome}`), `${name} ${outcome}`).toBeGreaterThan(actionCount / 500)
  expect(joined).toBeGreaterThan(0)
}
