import { describe, expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { sectionRequests, startSite } from '../../../../tests/helpers/start-site.ts'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import type { SectionRevision, SectionSummary } from '../../contract/site-content/section-api.ts'
import { originalContent, sectionIds } from '../../testing/site-sections.ts'

const words = { title: 'Together', lead: 'We learn from each other.', button: 'Join us' }
const otherWords = { ...words, title: 'Side by side' }

describe('who may change the site', () => {
  test('editors and owners; helpers and the signed-out see nothing of it', async () => {
    const server = await startTestServer()
    const body = { version: 0, value: words, isPublished: true }
    const attempt = async (cookie?: string) => {
      const as = { ...(cookie !== undefined && { cookie }) }
      const responses = [
        await server.send('/api/site/sections', as),
        await server.send('/api/site/sections/community', as),
        await server.send('/api/site/sections/community', { ...as, method: 'PUT', json: body }),
        await server.send('/api/site/sections/community/reset', {
          ...as,
          json: { version: 1, to: 'original' },
        }),
        await server.send('/api/site/sections/community/preview', {
          ...as,
          json: { value: words, page: 'home' },
        }),
        await server.send('/api/site/preview?page=home', as),
        await server.send('/api/site/drafts', { ...as, json: { drafts: [], isPublished: true } }),
        await server.send('/api/site/sections/community/revisions', as),
        await server.send('/api/site/sections/community/revisions/1', as),
      ]
      return responses.map(({ status }) => status)
    }
    const all = (status: number) => Array.from({ length: 9 }, () => status)
    const owner = await server.signIn()
    expect(await attempt()).toEqual(all(401))
    expect(await attempt(await server.signIn({ username: 'Hana', role: 'helper' }))).toEqual(all(403))
    expect(await server.query('select from site_sections')).toEqual([])
    expect(await attempt(await server.signIn({ username: 'Ed', role: 'editor' }))).toEqual(all(200))
    await server.query('truncate site_sections restart identity cascade')
    expect(await attempt(owner)).toEqual(all(200))
  })
})

describe('a new site', () => {
  test('lists every section as original, and each can be saved as it is', async () => {
    const { call, read, publish } = await startSite()
    const list = async () => (await call<SectionSummary[]>('/api/site/sections')).body
    expect(await list()).toEqual(
      sectionIds.map((section) => ({ section, version: 0, isOriginal: true, hasDraft: false })),
    )
    for (const section of sectionIds) {
      const original = originalContent[section]
      const state = { section, version: 0, value: original, published: original, original }
      expect(await read(section)).toEqual({ ...state, isOriginal: true, hasDraft: false })
      expect(await publish(section, original), section).toMatchObject({
        status: 200,
        body: { ...state, version: 1, isOriginal: false, changedBy: 'Ed' },
      })
    }
    expect(await list()).toMatchObject(sectionIds.map((section) => ({ section, isOriginal: false })))
  })
})

describe('the drafts of several sections', () => {
  const hero = { ...originalContent.hero, title: 'We help churches' }
  const headings = (html: string) =>
    [/<h1.*?<\/h1>/, /<h2 id="people-title">.*?<\/h2>/].map((tag) => tag.exec(html)?.[0])

  async function withDrafts() {
    const site = await startSite()
    const settle = (versions: Record<string, number>, isPublished = true) => {
      const drafts = Object.entries(versions).map(([section, version]) => ({ section, version }))
      return site.call<SectionSummary[]>('/api/site/drafts', { drafts, isPublished })
    }
    await site.saveDraft('hero', hero)
    await site.saveDraft('community', words)
    return { ...site, settle }
  }

  test('are on the preview of a page, and on none that visitors see', async () => {
    const { server, call } = await withDrafts()
    const { html } = (await call<{ html: string }>('/api/site/preview?page=home')).body
    const typed = { value: { ...hero, title: 'We help schools' }, page: 'home' }
    const other = (await call<{ html: string }>('/api/site/sections/hero/preview', typed)).body.html
    expect(headings(html)).toEqual([
      expect.stringContaining('churches'),
      expect.stringContaining(words.title),
    ])
    expect(headings(other)).toEqual([
      expect.stringContaining('schools'),
      expect.stringContaining(words.title),
    ])
    expect(await (await server.send(paths.home)).text()).not.toMatch(/churches<|Together</)
  })

  test('are published together, once', async () => {
    const { server, read, settle } = await withDrafts()
    const [first, second] = await Promise.all([
      settle({ hero: 1, community: 1 }),
      settle({ community: 1, hero: 1 }),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    for (const section of ['hero', 'community'] as const)
      expect(await read(section)).toMatchObject({ version: 2, hasDraft: false, isOriginal: false })
    await expect
      .poll(async () => headings(await (await server.send(paths.home)).text()))
      .toEqual([expect.stringContaining('churches'), expect.stringContaining(words.title)])
  })

  test('stay drafts, all of them, when someone else has changed one', async () => {
    const { read, saveDraft, settle } = await withDrafts()
    await saveDraft('community', otherWords)
    for (const isPublished of [true, false]) {
      const { status, body } = await settle({ hero: 1, community: 1 }, isPublished)
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({ detail: expect.stringMatching(/^Someone has changed Community/) }),
      ])
    }
    expect(await read('hero')).toMatchObject({ value: hero, version: 1, hasDraft: true })
    expect(await read('community')).toMatchObject({ value: otherWords, hasDraft: true })
    expect((await settle({ nothing: 1 })).status).toBe(404)
  })

  test('are discarded together', async () => {
    const { settle } = await withDrafts()
    const { body } = await settle({ hero: 1, community: 1 }, false)
    expect(body.filter(({ hasDraft }) => hasDraft)).toEqual([])
  })
})

describe('a section', () => {
  test('goes from a draft to the public, back to a draft that is discarded, and to the original', async () => {
    const { server, read, saveDraft, publish, reset } = await startSite()
    const title = async () => {
      const html = await (await server.send(paths.home)).text()
      return /<h2 id="people-title">(.*?)<\/h2>/.exec(html)?.[1]
    }
    const original = originalContent.community
    expect(await title()).toBe(original.title)

    const draft = await saveDraft('community', words)
    expect(draft).toMatchObject({
      status: 200,
      body: { version: 1, value: words, published: original, hasDraft: true, isOriginal: true },
    })
    expect(await title()).toBe(original.title)

    const published = await publish('community', words)
    expect(published.body).toMatchObject({
      ...{ version: 2, value: words, published: words, hasDraft: false, isOriginal: false },
      ...{ changedBy: 'Ed', changedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
    await expect.poll(title).toBe(words.title)

    await saveDraft('community', otherWords)
    expect(await read('community')).toMatchObject({ value: otherWords, published: words, hasDraft: true })
    expect((await reset('community', 'published')).body).toMatchObject({
      ...{ version: 4, value: words, published: words, hasDraft: false },
    })
    expect(await title()).toBe(words.title)

    await saveDraft('community', otherWords)
    expect((await reset('community', 'original')).body).toMatchObject({
      ...{ version: 6, value: original, published: original, hasDraft: false, isOriginal: true },
    })
    await expect.poll(title).toBe(original.title)
  })

  test('keeps its last 50 versions, each with its value', async () => {
    const { call, saveDraft, publish, reset, revisions } = await startSite()
    const at = (number: number) => ({ ...words, title: `Version ${number}` })
    for (let version = 0; version < 52; version++) await saveDraft('community', at(version + 1), version)
    await publish('community', at(53), 52)
    await reset('community', 'original', 53)
    await publish('contact', originalContent.contact)
    const kept = await revisions('community')
    expect(kept.map(({ version, cause, savedBy }) => `${version} ${cause} ${savedBy}`)).toEqual([
      '54 original Ed',
      '53 publish Ed',
      ...Array.from({ length: 48 }, (_, index) => `${52 - index} draft Ed`),
    ])
    const value = async ({ id }: { id: number }, section = 'community') =>
      (await call<SectionRevision & { value: unknown }>(`/api/site/sections/${section}/revisions/${id}`)).body
        .value
    const [original, published, draft] = kept
    if (!original || !published || !draft) throw new Error('there are no revisions')
    expect(await value(original)).toEqual(originalContent.community)
    expect(await value(published)).toEqual(at(53))
    expect(await value(draft)).toEqual(at(52))
    // A revision is found only through its own section.
    expect((await call(`/api/site/sections/contact/revisions/${draft.id}`)).status).toBe(404)
    expect((await call('/api/site/sections/community/revisions/999999')).status).toBe(404)
    // Going back to a version is publishing its value again.
    const restored = await publish('community', await value(draft))
    expect(restored.body).toMatchObject({ version: 55, published: at(52) })
    expect(await revisions('contact')).toHaveLength(1)
  })

  test('counts a request once that is sent twice', async () => {
    const { server, saveDraft, publish, reset, revisions } = await startSite()
    const twice = async (send: () => Promise<{ status: number; body: { version: number } }>) => {
      const results = await Promise.all([send(), send()])
      expect(results.map(({ status }) => status)).toEqual([200, 200])
      expect(results[0]?.body).toEqual(results[1]?.body)
      return results[0]?.body.version
    }
    expect(await twice(() => saveDraft('community', words, 0))).toBe(1)
    expect(await twice(() => publish('community', words, 1))).toBe(2)
    expect(await twice(() => saveDraft('community', otherWords, 2))).toBe(3)
    expect(await twice(() => reset('community', 'published', 3))).toBe(4)
    expect(await twice(() => reset('community', 'original', 4))).toBe(5)
    expect((await revisions('community')).map(({ cause }) => cause)).toEqual([
      ...['original', 'draft', 'publish', 'draft'],
    ])
    const actions = await server.query(
      `select action from activity where action like 'section-%' order by id`,
    )
    expect(actions).toEqual([{ action: 'section-published' }, { action: 'section-reset' }])
  })

  test('refuses a change that is based on an older version, with the state that it has now', async () => {
    const { server, read, saveDraft, publish, reset, revisions } = await startSite()
    const other = sectionRequests(server, await server.signIn({ username: 'Olga', role: 'owner' }))
    // A version that never was leaves no trace.
    expect((await saveDraft('community', words, 7)).status).toBe(409)
    expect(await read('community')).toEqual({
      ...{ section: 'community', version: 0, isOriginal: true, hasDraft: false },
      value: originalContent.community,
      published: originalContent.community,
      original: originalContent.community,
    })
    await other.publish('community', otherWords, 0)
    const before = await read('community')
    for (const send of [
      () => saveDraft('community', words, 0),
      () => publish('community', words, 0),
      () => reset('community', 'original', 0),
    ]) {
      const { status, body } = await send()
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.current).toEqual(before)
      expect(body.current?.changedBy).toBe('Olga')
    }
    expect(await read('community')).toEqual(before)
    expect(await revisions('community')).toHaveLength(1)
    // With the version that it was told, the same change is saved.
    expect((await publish('community', words, before.version)).body.published).toEqual(words)
  })
})
