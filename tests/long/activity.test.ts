import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ActivityLine } from '../../core/contract/activity.ts'
import type { Post } from '../../features/posts/contract/posts.ts'
import { readAllPages } from '../helpers/read-all-pages.ts'
import { type Owner, signInOwner, startSite } from '../helpers/restartable-site.ts'
import { processesOf } from '../helpers/started-app.ts'

const rounds = 10
const writers = 8

/** Publishes and unpublishes posts of its own until the app is gone. Returns the number of confirmed saves. */
async function toggleUntilGone({ send, access }: Owner): Promise<number> {
  const save = async (json: object): Promise<Post> => {
    const response = await send('/api/blog', { ...access, json })
    if (!response.ok) throw new Error(`saving answered ${response.status}`)
    return response.json()
  }
  let confirmed = 0
  let post: Post | undefined
  try {
    for (;;) {
      post ??= await save({ title: 'Post', content: '<p>Text</p>' })
      const { id, version, title, content, isPublished } = post
      post = await save({ id, version, title, content, isPublished: !isPublished })
      confirmed++
    }
  } catch {
    return confirmed
  }
}

test(`kill -9 of the whole process group, ${rounds} times under ${writers} writers: an action is stored exactly if its row is`, async () => {
  const site = await startSite({ DATABASE_POOL: '20' })
  let confirmed = 0
  for (let round = 0; round < rounds; round++) {
    const app = await site.start()
    const owner = await signInOwner(app)
    const writing = Promise.all(Array.from({ length: writers }, () => toggleUntilGone(owner)))
    await sleep(500 + Math.random() * 1000)
    app.killGroup('SIGKILL')
    for (const count of await writing) confirmed += count
    await expect.poll(() => processesOf(site.folder), { timeout: 15_000 }).toEqual([])
  }
  const { send, access } = await signInOwner(await site.start())
  const lines = await readAllPages<ActivityLine>(send, '/api/settings/activity?limit=500', access.cookie)
  const posts = await readAllPages<Post>(send, '/api/blog?limit=500', access.cookie)
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
