import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ActivityLine } from '../../../core/contract/activity.ts'
import { paths } from '../../../core/contract/paths.ts'
import { createSend, type Send } from '../../../tests/helpers/create-send.ts'
import { freePort } from '../../../tests/helpers/free-port.ts'
import { admin } from '../../../tests/helpers/launch-server.ts'
import { readAllPages } from '../../../tests/helpers/read-all-pages.ts'
import { startSite } from '../../../tests/helpers/restartable-site.ts'
import { signIn } from '../../../tests/helpers/sign-in.ts'
import { addEditor, startPair } from '../../../tests/helpers/start-instances.ts'
import { sectionRequests } from '../../../tests/helpers/start-site.ts'
import { processesOf, serverOf } from '../../../tests/helpers/started-app.ts'
import { fromNewAddresses } from '../../../tests/helpers/visitor-addresses.ts'
import type { SectionRevision, SectionState, SectionSummary } from '../contract/site-content/section-api.ts'
import { sitePaths } from '../contract/site-paths.ts'
import {
  findMarks,
  type MarkedSection,
  markedSectionIds,
  markedSections,
  markSection,
} from '../testing/marked-sections.ts'
import { originalContent } from '../testing/site-sections.ts'

const conflictRounds = 200
const kills = 20
const publishRounds = 20
const maxMs = 1000
/** Revisions of a section that the server keeps */
const maxRevisions = 50

type Editor = ReturnType<typeof sectionRequests>

describe('on two instances with one database', () => {
  const names = [admin.username, 'Bo'] as const
  let visit: Send[]
  let editors: [Editor, Editor]

  beforeAll(async () => {
    const { instances, connectionString, stop } = await startPair()
    await addEditor(connectionString, names[1])
    const signInTo = async (number: 0 | 1) =>
      sectionRequests(instances[number], await signIn(instances[number].url, names[number]))
    editors = [await signInTo(0), await signInTo(1)]
    visit = instances.map(({ send }) => send)
    return stop
  })

  test(`two editors save one section at once, ${conflictRounds} times: one save is kept, and the other editor gets it`, async () => {
    const section = 'community'
    const chain: Partial<SectionRevision>[] = []
    let published: unknown = originalContent[section]
    let seen = [0, 0]
    for (let round = 1; round <= conflictRounds; round++) {
      const saves = await Promise.all(
        editors.map(async ({ saveDraft, publish }, person) => {
          const value = { ...originalContent[section], title: `${names[person]} in round ${round}` }
          const isPublished = Math.random() < 0.5
          await sleep(Math.random() * 5)
          const response = await (isPublished ? publish : saveDraft)(section, value, seen[person])
          return { person, value, isPublished, ...response }
        }),
      )
      expect(saves.map(({ status }) => status).sort()).toEqual([200, 409])
      const [kept, refused] = saves.sort((a, b) => a.status - b.status)
      if (!kept || !refused) throw new Error('a save has no response')
      const { value, isPublished } = kept
      const savedBy = names[kept.person] ?? ''
      if (isPublished) published = value
      const state = { version: round, value, published, hasDraft: !isPublished, changedBy: savedBy }
      expect(kept.body).toMatchObject(state)
      expect(refused.body).toMatchObject({ code: 'conflict', current: kept.body })
      seen = [round, round]

      chain.unshift({ version: round, savedBy, cause: isPublished ? 'publish' : 'draft' })
      for (const { read, revisions, call } of editors) {
        expect(await read(section)).toEqual(kept.body)
        const history = await revisions(section)
        expect(history).toMatchObject(chain.slice(0, maxRevisions))
        const newest = `/api/site/sections/${section}/revisions/${history[0]?.id ?? 0}`
        expect((await call<{ value: unknown }>(newest)).body.value).toEqual(value)
      }
    }
    const winners = names.map((name) => chain.filter(({ savedBy }) => savedBy === name).length)
    console.info(`saves that were kept, by editor: ${winners}`)
    expect(Math.min(...winners)).toBeGreaterThan(0)
  })

  test(`a published section is on every page of both within ${maxMs} ms, ${publishRounds} times from each`, async () => {
    let tagline = ''
    const pages = [paths.home, sitePaths.waitlist]
    const views = visit.flatMap((send) =>
      pages.map((path) => async () => (await (await send(path)).text()).includes(tagline)),
    )
    const times: number[] = []
    for (let round = 0; round < 2 * publishRounds; round++) {
      const publisher = editors[round % 2 === 0 ? 0 : 1]
      const { version } = await publisher.read('footer')
      tagline = `The tagline of round ${round}`
      // The second visitor gets the page from the cache.
      for (const isNew of [...views, ...views]) expect(await isNew()).toBe(false)
      const value = { ...originalContent.footer, tagline }
      const deadline = performance.now() + 10 * maxMs
      const published = publisher.publish('footer', value, version).then(({ status }) => {
        expect(status).toBe(200)
        return performance.now()
      })
      // Visitors come while it is published, and after it.
      const seen = views.map(async (isNew) => {
        while (!(await isNew())) {
          expect(performance.now()).toBeLessThan(deadline)
          await sleep(5)
        }
        return performance.now()
      })
      const [publishedAt, ...seenAt] = await Promise.all([published, ...seen])
      times.push(Math.max(0, ...seenAt.map((at) => at - publishedAt)))
      for (const isNew of views) expect(await isNew()).toBe(true)
      for (const { read } of editors) expect((await read('footer')).published).toEqual(value)
    }
    times.sort((a, b) => a - b)
    const [median, max] = [times[times.length / 2] ?? 0, times.at(-1) ?? 0]
    console.info(`both instances agree after ${median.toFixed(0)} ms (median), ${max.toFixed(0)} ms (max)`)
    expect(max).toBeLessThan(maxMs)
  })
})

test(`kill -9 of the server or its whole process group, ${kills} times while sections are published: each is entirely old or new`, async () => {
  // The session outlives the process, so every start needs the same address.
  const port = String(await freePort())
  const site = await startSite({ PORT: port, TRUSTED_PROXIES: '127.0.0.1' })
  const send = fromNewAddresses(createSend(`http://localhost:${port}`))
  let cookie: string | undefined
  let confirmed = new Map(markedSectionIds.map((section) => [section, 0]))
  let writes = 0
  let unconfirmed = 0

  for (let round = 0; round <= kills; round++) {
    const app = await site.start()
    // The admin signs in only once, so the session has to survive every kill, too.
    cookie ??= await signIn(app.url)
    const editor = sectionRequests({ send }, cookie)
    const stored = await readVersions(send, editor)
    for (const [section, version] of stored) {
      const before = confirmed.get(section) ?? 0
      // The last write may be stored although its response never arrived.
      expect([before, before + 1]).toContain(version)
      if (version > before) unconfirmed++
    }
    const published = [...stored.values()].reduce((sum, version) => sum + Math.floor(version / 2), 0)
    const lines = await readAllPages<ActivityLine>(send, '/api/settings/activity?limit=500', cookie)
    expect(lines.filter(({ action }) => action === 'section-published')).toHaveLength(published)
    if (round === kills) break

    const killed = new AbortController()
    const writing = [...stored].map(async ([section, version]) => {
      const last = await writeUntilKilled(editor, section, version, killed.signal)
      writes += last - version
      return [section, last] as const
    })
    const visiting = markedSectionIds.map((section) => visitUntilKilled(send, section, killed.signal))
    await sleep(500 + Math.random() * 1000)
    killed.abort()
    if (round % 2 === 0) process.kill(serverOf(app), 'SIGKILL')
    else app.killGroup('SIGKILL')
    confirmed = new Map(await Promise.all(writing))
    await Promise.all(visiting)
    await expect.poll(() => processesOf(site.folder), { timeout: 15_000 }).toEqual([])
  }
  console.info(`${writes} confirmed writes; ${unconfirmed} were stored without a response`)
  expect(writes).toBeGreaterThan(kills * markedSectionIds.length)
})

/**
 * Saves drafts and publishes them, in turn, until the server is gone. The texts have the number of their version.
 * Returns the last version that was confirmed.
 */
async function writeUntilKilled(
  { saveDraft, publish }: Editor,
  section: MarkedSection,
  startVersion: number,
  killed: AbortSignal,
): Promise<number> {
  for (let version = startVersion; ; version++) {
    const next = version + 1
    const write = isPublish(next) ? publish : saveDraft
    const response = await write(section, markSection(section, next), version).catch(() => undefined)
    if (killed.aborted && response?.status !== 200) return version
    expect(response).toMatchObject({ status: 200, body: { version: next } })
  }
}

/** Reads the page of a section until the server is gone. It never shows texts of two versions. */
async function visitUntilKilled(send: Send, section: MarkedSection, killed: AbortSignal): Promise<void> {
  while (!killed.aborted) {
    const html = await send(markedSections[section])
      .then((response) => response.text())
      .catch(() => '')
    expect(findMarks(section, html).length).toBeLessThan(2)
    await sleep(50)
  }
}

const isPublish = (version: number) => version % 2 === 0

/** Returns the version of each section, and expects everything about the section to have this version. */
async function readVersions(send: Send, editor: Editor): Promise<Map<MarkedSection, number>> {
  const list = (await editor.call<SectionSummary[]>('/api/site/sections')).body
  const versions = new Map<MarkedSection, number>()
  for (const section of markedSectionIds) {
    const state = await editor.read(section)
    expectWhole(section, state)
    const { version, isOriginal, hasDraft, changedAt, changedBy } = state
    expect(list.find((one) => one.section === section)).toEqual({
      ...{ section, isOriginal, hasDraft },
      ...(version > 0 && { changedAt, changedBy }),
    })
    await expectHistory(editor, section, version)
    const html = await (await send(markedSections[section])).text()
    expect(findMarks(section, html)).toEqual(isOriginal ? [] : [publicVersion(version)])
    versions.set(section, version)
  }
  return versions
}

const publicVersion = (version: number) => (isPublish(version) ? version : version - 1)

const valueAt = (section: MarkedSection, version: number) =>
  version === 0 ? originalContent[section] : markSection(section, version)

function expectWhole(section: MarkedSection, state: SectionState): void {
  const { version } = state
  expect(state).toMatchObject({
    value: valueAt(section, version),
    published: valueAt(section, publicVersion(version)),
    hasDraft: !isPublish(version),
    isOriginal: publicVersion(version) === 0,
  })
}

async function expectHistory({ call, revisions }: Editor, section: MarkedSection, version: number) {
  const history = await revisions(section)
  const expected = Array.from({ length: Math.min(version, maxRevisions) }, (_, index) => version - index)
  expect(history.map(({ version, cause }) => [version, cause])).toEqual(
    expected.map((number) => [number, isPublish(number) ? 'publish' : 'draft']),
  )
  for (const { id, version } of history.slice(0, 2)) {
    const { body } = await call<{ value: unknown }>(`/api/site/sections/${section}/revisions/${id}`)
    expect(body.value).toEqual(valueAt(section, version))
  }
}
