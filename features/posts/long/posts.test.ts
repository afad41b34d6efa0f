import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createSend } from '../../../tests/helpers/create-send.ts'
import { freePort } from '../../../tests/helpers/free-port.ts'
import { readResidentMegabytes } from '../../../tests/helpers/resident-memory.ts'
import { adminEnvironment, signIn } from '../../../tests/helpers/sign-in.ts'
import {
  processesOf,
  type StartedApp,
  serverOf,
  startApp,
  startedByNode,
} from '../../../tests/helpers/started-app.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { startTemporaryPostgres } from '../../../tests/helpers/temporary-postgres.ts'
import { fromNewAddresses } from '../../../tests/helpers/visitor-addresses.ts'
import { postPaths } from '../contract/post-paths.ts'
import type { Post, PostRequest } from '../contract/posts.ts'
import type { Revision } from '../contract/revisions.ts'

const env = { ...adminEnvironment, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' }
const conflictRounds = 200
const kills = 10
const autosaveInterval = 200
const savesAndRenders = 20_000
const maxGrowthMegabytes = 32

type Answer<Body> = { status: number; body: Body }
type Conflict = { current: Post }

/** Requests of one signed-in editor (a person) */
function editorOf(app: StartedApp, cookie: string) {
  const send = fromNewAddresses(createSend(app.url))
  async function call<Body>(path: string, json?: PostRequest): Promise<Answer<Body>> {
    const response = await send(path, { cookie, ...(json && { json }) })
    return { status: response.status, body: await response.json() }
  }
  return {
    read: <Body>(path: string) => call<Body>(path),
    save: <Body = Post>(post: PostRequest) => call<Body>('/api/blog', post),
  }
}

test(`two editors save one post at once, ${conflictRounds} times: who comes second always hears of it`, async () => {
  const app = await startApp({ ...env, DATA_DIR: await temporaryFolder() }, startedByNode)
  await app.isReady()
  const editors = [editorOf(app, await signIn(app.url)), editorOf(app, await signIn(app.url))] as const
  const { body: post } = await editors[0].save({ title: 'Together', content: '<p>Nobody yet</p>' })
  for (let round = 1; round <= conflictRounds; round++) {
    const texts = ['first', 'second'].map((editor) => `<p>The ${editor} editor in round ${round}</p>`)
    const save = async (editor: 0 | 1) => {
      await sleep(Math.random() * 5)
      const call = { id: post.id, version: round, title: 'Together', content: texts[editor] }
      return editors[editor].save<Post & Conflict>(call)
    }
    const answers = await Promise.all([save(0), save(1)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers.findIndex(({ status }) => status === 200)
    const kept = { content: texts[winner], version: round + 1 }
    expect(answers[1 - winner]?.body.current).toMatchObject(kept)
    expect((await editors[0].read(`/api/blog/${post.id}`)).body).toMatchObject(kept)
  }
})

test(`kill -9 of the process group, ${kills} times while a draft saves itself: nothing acknowledged is lost`, async () => {
  const folder = await temporaryFolder()
  const port = String(await freePort())
  // The text is so long that a half-written one would be noticed.
  const filler = '<p>One more sentence that someone has written.</p>'.repeat(2000)
  const textOf = (number: number) => ({
    title: `Draft ${number}`,
    content: `<p>Text ${number}</p>${filler}<p>End of ${number}</p>`,
  })
  let cookie: string | undefined
  let id: number | undefined
  let acknowledged = 0
  let saves = 0

  for (let round = 0; round <= kills; round++) {
    const app = await startApp({ ...env, DATA_DIR: folder, PORT: port }, startedByNode)
    await app.isReady()
    // The editor signs in only once, so the session has to survive every kill, too.
    cookie ??= await signIn(app.url)
    const editor = editorOf(app, cookie)
    if (id === undefined) {
      id = (await editor.save(textOf(1))).body.id
      acknowledged = 1
    }
    const stored = (await editor.read<Post>(`/api/blog/${id}`)).body
    // Each text contains the number of its version. The last save may have been stored even though its response never
    // arrived.
    expect([acknowledged, acknowledged + 1]).toContain(stored.version)
    expect(stored).toMatchObject(textOf(stored.version))
    const revisions = (await editor.read<Revision[]>(`/api/blog/${id}/revisions`)).body
    expect(revisions[0]?.version).toBe(stored.version)
    const newest = await editor.read(`/api/blog/${id}/revisions/${revisions[0]?.id ?? 0}`)
    expect(newest.body).toMatchObject(textOf(stored.version))
    if (round === kills) break

    acknowledged = stored.version
    let isGone = false
    const writing = (async () => {
      while (!isGone) {
        const number = acknowledged + 1
        const call = { id, version: acknowledged, ...textOf(number), autosave: true }
        const answer = await editor.save(call).catch(() => undefined)
        if (!answer) return
        expect(answer).toMatchObject({ status: 200, body: { version: number } })
        acknowledged = number
        saves++
        await sleep(autosaveInterval)
      }
    })()
    await sleep(800 + Math.random() * 1000)
    app.killGroup('SIGKILL')
    await expect.poll(() => processesOf(folder), { timeout: 15_000 }).toEqual([])
    isGone = true
    await writing
  }
  expect(saves).toBeGreaterThan(kills)
})

test(`${savesAndRenders.toLocaleString('en-US')} saves and as many page views: memory does not grow`, async () => {
  // This Postgres runs without fsync, because only the server's memory matters here.
  const postgres = await startTemporaryPostgres()
  onTestFinished(() => postgres.stop())
  const app = await startApp({ ...env, DATABASE_URL: postgres.connectionString }, startedByNode)
  await app.isReady()
  const editor = editorOf(app, await signIn(app.url))
  const pid = serverOf(app)
  const writers = 4
  let seenAtOnce = 0

  const saveAndLook = async (writer: number, times: number) => {
    let { body: post } = await editor.save({
      title: `Growing ${writer}`,
      content: '<p>0</p>',
      isPublished: true,
    })
    for (let time = 1; time <= times; time++) {
      const content = `<h2>Part ${time}</h2>${`<p>Words of the text number ${time}, and <a href="https://example.org/">a link</a>.</p>`.repeat(20)}`
      const answer = await editor.save({ id: post.id, version: post.version, title: post.title, content })
      expect(answer.status).toBe(200)
      post = answer.body
      const page = await fetch(app.url + postPaths.post(post.slug))
      if ((await page.text()).includes(`Part ${time}<`)) seenAtOnce++
    }
  }
  const run = (times: number) =>
    Promise.all(Array.from({ length: writers }, (_, writer) => saveAndLook(writer, times / writers)))

  await run(savesAndRenders / 5)
  const before = await readQuietMegabytes(pid)
  await run((savesAndRenders * 4) / 5)
  const after = await readQuietMegabytes(pid)
  console.log(`memory after a fifth ${before.toFixed(0)} MB, at the end ${after.toFixed(0)} MB`)
  expect(after - before).toBeLessThan(maxGrowthMegabytes)
  // Most views show the text of the save before them, so the pages were rendered again and not taken from the cache.
  expect(seenAtOnce).toBeGreaterThan(savesAndRenders / 2)
})

/** Returns the lowest of several readings, so that garbage that is about to be collected does not count. */
async function readQuietMegabytes(pid: number): Promise<number> {
  const readings: number[] = []
  for (let reading = 0; reading < 5; reading++) {
    await sleep(1000)
    readings.push(readResidentMegabytes(pid))
  }
  return Math.min(...readings)
}
