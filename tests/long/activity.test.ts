import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ActivityLine } from '../../contracts/activity.ts'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import { createSend } from '../helpers/create-send.ts'
import { freePort } from '../helpers/free-port.ts'
import { readAllPages } from '../helpers/read-all-pages.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import {
  processesOf,
  type StartedApp,
  startApp,
  startedByNode,
  temporaryFolder,
} from '../helpers/started-app.ts'

const rounds = 10
const writers = 8

/** Sends requests with the headers of our own pages. */
function clientOf({ url }: StartedApp, cookie: string) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  return {
    async send(path: string, json: unknown): Promise<Post> {
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(json) })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return response.json()
    },
    readAll: <Row>(path: string) => readAllPages<Row>(createSend(url), path, cookie),
  }
}

/** Publishes and unpublishes posts of its own until the app is gone. Returns the number of confirmed saves. */
async function toggleUntilGone(client: ReturnType<typeof clientOf>): Promise<number> {
  let confirmed = 0
  let post: Post | undefined
  try {
    for (;;) {
      post ??= await client.send(paths.api.blog, { title: 'Post', content: '<p>Text</p>' })
      const { id, version, title, content, isPublished } = post
      post = await client.send(paths.api.blog, { id, version, title, content, isPublished: !isPublished })
      confirmed++
    }
  } catch {
    return confirmed
  }
}

test(`kill -9 of the whole process group, ${rounds} times under ${writers} writers: an action is stored exactly if its row is`, async () => {
  const folder = await temporaryFolder()
  const env = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    ...adminEnvironment,
    SEED: 'none',
    LOG_LEVEL: 'warn',
    DATABASE_POOL: '20',
  }
  let confirmed = 0
  for (let round = 0; round < rounds; round++) {
    const app = await startApp(env, startedByNode)
    await app.isReady()
    const client = clientOf(app, await signIn(app.url))
    const writing = Promise.all(Array.from({ length: writers }, () => toggleUntilGone(client)))
    await sleep(500 + Math.random() * 1000)
    app.killGroup('SIGKILL')
    for (const count of await writing) confirmed += count
    await expect.poll(() => processesOf(folder), { timeout: 15_000 }).toEqual([])
  }
  const app = await startApp(env, startedByNode)
  await app.isReady()
  const client = clientOf(app, await signIn(app.url))
  const lines = await client.readAll<ActivityLine>(`${paths.api.activity}?limit=500`)
  const posts = await client.readAll<Post>(`${paths.api.blog}?limit=500`)
  const linesOf = Map.groupBy(lines, ({ about }) => (about?.subject === 'post' ? about.id : undefined))
  for (const { id, version, isPublished } of posts) {
    const actions = (linesOf.get(id) ?? []).map(({ action }) => action).reverse()
    // Each save after the first one has changed whether the post is public.
    const expected = Array.from({ length: version - 1 }, (_, index) =>
      index % 2 === 0 ? 'post-published' : 'post-unpublished',
    )
    expect(actions, `post ${id}`).toEqual(expected)
    expect(isPublished).toBe(version % 2 === 0)
  }
  const saves = posts.reduce((sum, { version }) => sum + version - 1, 0)
  expect(confirmed).toBeGreaterThan(rounds * writers)
  expect(saves).toBeGreaterThanOrEqual(confirmed)
  expect(lines.filter(({ kind }) => kind === 'post')).toHaveLength(saves)
  expect(lines.filter(({ action }) => action === 'signed-in')).toHaveLength(rounds + 1)
})
