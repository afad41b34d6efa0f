import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { SendOptions } from '../../../tests/helpers/create-send.ts'
import { admin, cookiesOf } from '../../../tests/helpers/launch-server.ts'
import { addEditor, type StartedPair, startPair } from '../../../tests/helpers/start-instances.ts'
import type { Post } from '../../posts/contract/posts.ts'
import { createApiToken } from '../testing/api-token.ts'

const rounds = 20
const maxMs = 1000
/** Ms between two saves of the text that the user writes */
const autosaveInterval = 100

let instances: StartedPair['instances']
let owner: string

beforeAll(async () => {
  const pair = await startPair()
  ;({ instances } = pair)
  await addEditor(pair.connectionString, 'Bo')
  owner = await signIn(admin.username)
  return pair.stop
})

/** Sends a request to one instance, as from a browser. */
const send = (instance: 0 | 1, path: string, options?: SendOptions) => instances[instance].send(path, options)

async function signIn(username: string): Promise<string> {
  const response = await send(0, '/api/session', { json: { username, password: admin.password } })
  expect(response.status).toBe(200)
  return cookiesOf(response)
}

const newToken = (cookie: string) =>
  createApiToken({ send: (path, { json } = {}) => send(0, path, { cookie, json }) }, cookie, ['read-entries'])

type Credentials = { cookie?: string; headers?: Record<string, string> }
const statusOf = async (instance: 0 | 1, credentials: Credentials) =>
  (await send(instance, '/api/people', credentials)).status

/** Ends access while both instances answer requests with it. Returns the ms until the last one that succeeds. */
async function measure(credentials: Credentials[], end: () => Promise<Response>): Promise<number> {
  const watched = credentials.flatMap((one) => ([0, 1] as const).map((instance) => [instance, one] as const))
  for (const [instance, one] of watched) expect(await statusOf(instance, one)).toBe(200)
  const watching = watched.map(async ([instance, one]) => {
    for (let last = 0; ; await sleep(5)) {
      const askedAt = performance.now()
      const status = await statusOf(instance, one)
      if (status === 200) last = askedAt
      else return { status, last }
    }
  })
  const startedAt = performance.now()
  expect((await end()).ok).toBe(true)
  const ended = await Promise.all(watching)
  expect(ended.map(({ status }) => status)).toEqual(watched.map(() => 401))
  return Math.max(...ended.map(({ last }) => last)) - startedAt
}

/** Saves a draft again and again until a save is refused. Returns the last one that was saved, and the refusal. */
async function keepWriting(cookie: string): Promise<{ saved: Post; status: number }> {
  const text = (count: number) => ({ title: 'A draft', content: `<p>${count}</p>` })
  let saved: Post = await (await send(1, '/api/blog', { cookie, json: text(0) })).json()
  for (let count = 1; ; count++) {
    const { id, version } = saved
    const json = { ...text(count), id, version, autosave: true }
    const response = await send(1, '/api/blog', { cookie, json })
    if (response.status !== 200) return { saved, status: response.status }
    saved = await response.json()
    await sleep(autosaveInterval)
  }
}

test(`ending a user's access ends sessions and tokens within a second on two instances, ${rounds} times, and their text stays`, async () => {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const cookie = await signIn('Bo')
    const { headers } = await newToken(cookie)
    const access = '/api/team/2/access'
    const writing = keepWriting(cookie)
    await sleep(3 * autosaveInterval)
    times.push(
      await measure([{ cookie }, { headers }], () => send(1, access, { method: 'DELETE', cookie: owner })),
    )
    const { saved, status } = await writing
    expect(status).toBe(401)
    const kept: Post = await (await send(0, `/api/blog/${saved.id}?by=id`, { cookie: owner })).json()
    const { content, version } = saved
    expect(kept).toMatchObject({ content, version, isPublished: false })
    expect(version).toBeGreaterThan(1)
    // What has ended stays ended when the user gets access back.
    expect((await send(0, access, { method: 'POST', cookie: owner })).status).toBe(200)
    for (const one of [{ cookie }, { headers }]) expect(await statusOf(0, one)).toBe(401)
  }
  report(times)
})

test(`revoking a token ends it within a second on two instances, ${rounds} times`, async () => {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { id, headers } = await newToken(owner)
    const revoke = () => send(1, `/api/account/tokens/${id}`, { method: 'DELETE', cookie: owner })
    times.push(await measure([{ headers }], revoke))
  }
  report(times)
})

function report(times: number[]): void {
  const slowest = Math.max(...times)
  console.log(`slowest of ${times.length}: ${slowest.toFixed(0)} ms`)
  expect(slowest).toBeLessThan(maxMs)
}
