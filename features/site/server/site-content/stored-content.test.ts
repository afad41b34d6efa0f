import { describe, expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import type { SectionId } from '../../../../core/contract/site.ts'
import { startSite } from '../../../../tests/helpers/start-site.ts'
import { fitTyped } from '../../contract/site-content/complete.ts'
import { sitePaths } from '../../contract/site-paths.ts'
import { originalContent, sections } from '../../testing/site-sections.ts'
import { completeSection } from './read-content.ts'

const [inform, plan] = originalContent.services.list
const [beezy] = originalContent.apps.list

describe('a value that another version of the app has stored', () => {
  test('keeps what it has, and gets what is missing from the original', () => {
    expect(completeSection(sections.community, { title: 'Ours' })).toEqual({
      ...originalContent.community,
      title: 'Ours',
    })
    expect(completeSection(sections.community, { title: 'Ours', lead: '', button: 7, older: 'x' })).toEqual({
      ...originalContent.community,
      title: 'Ours',
    })
    // An optional text that is empty was emptied on purpose.
    expect(completeSection(sections.hero, { title: 'Ours', link: '', underlined: 5 })).toEqual({
      ...originalContent.hero,
      title: 'Ours',
      link: '',
    })
    expect(completeSection(sections.notFound, { home: { title: 'Home' }, book: null, waitlist: [] })).toEqual(
      {
        ...originalContent.notFound,
        home: { ...originalContent.notFound.home, title: 'Home' },
      },
    )
  })

  test('is the original if nothing of it fits', () => {
    for (const stored of [null, 'x', 7, true, [], [{}], {}, { older: {} }, { __proto__: { title: 'x' } }])
      for (const section of Object.keys(originalContent) as SectionId[])
        expect(completeSection(sections[section], stored), section).toEqual(originalContent[section])
  })

  test('keeps its items: known ones get missing fields from the original, added ones get blank ones', () => {
    const { list } = completeSection(sections.services, {
      list: [
        { id: 'plan', name: 'Our plan', promise: 'We plan.', older: 'x' },
        { id: 'ours', name: 'Ours', drawing: 'a-removed-drawing', offers: ['One', 7, '', 'One', 'Two'] },
        { id: 'Not an id', name: 'A' },
        { id: 'plan', name: 'The same id again' },
        null,
        'x',
      ],
    })
    expect(list).toEqual([
      { ...plan, name: 'Our plan', promise: 'We plan.' },
      {
        ...{ id: 'ours', name: 'Ours', promise: '', drawing: 'open-door', offers: ['One', 'Two'] },
        ...{ problem: '', solution: '', looksLike: '', steps: [], afterSteps: '', whyItMatters: '' },
        figures: [],
      },
    ])
    expect(completeSection(sections.services, { list: [{}, { id: 5 }] }).list).toEqual(
      originalContent.services.list,
    )
    expect(
      completeSection(sections.services, { list: [{ ...inform, figures: 'x', steps: [{ id: 'a' }] }] }).list,
    ).toEqual([{ ...inform, steps: [{ id: 'a', name: '', text: '' }] }])
    expect(
      completeSection(sections.apps, { list: [{ ...beezy, url: 'javascript:alert(1)', onHome: 'x' }] }).list,
    ).toEqual([beezy])
    expect(
      completeSection(sections.menu, { links: [{ id: 'a', label: 'A', to: 'javascript:alert(1)' }] }).links,
    ).toEqual([{ id: 'a', label: 'A', to: '' }])
  })

  test('keeps texts and lists that are longer than this version allows', () => {
    const title = 'x'.repeat(1000)
    expect(completeSection(sections.community, { title }).title).toBe(title)
    const list = Array.from({ length: 30 }, (_, position) => ({ ...beezy, id: `app-${position}` }))
    expect(completeSection(sections.apps, { list }).list).toEqual(list)
  })

  test('keeps the order of its parts; unknown ones are dropped, and missing ones come last', () => {
    const { sections: layout } = completeSection(sections.homeLayout, {
      sections: [
        { part: 'contact', isShown: false },
        { part: 'aRemovedPart', isShown: true },
        { part: 'stats' },
        { part: 'contact', isShown: true },
        'apps',
        null,
      ],
    })
    const rest = originalContent.homeLayout.sections.filter(
      ({ part }) => !['contact', 'stats'].includes(part),
    )
    expect(layout).toEqual([{ part: 'contact', isShown: false }, { part: 'stats', isShown: true }, ...rest])
  })

  test('is sanitized by the rules of this version', () => {
    const text = '<h1>Terms</h1><p onclick="x()">One<script>alert(1)</script><iframe src="x"></iframe></p>'
    expect(completeSection(sections.termsOfService, { text }).text).toBe('<h1>Terms</h1><p>One</p>')
  })
})

test('pages, forms, and history show such values, and saving one makes it complete', async () => {
  const { server, call, read, publish, revisions } = await startSite()
  const older: Partial<Record<SectionId, unknown>> = {
    services: { title: 'Ours', list: [{ id: 'ours', name: 'Only this' }] },
    apps: { list: [{ id: 'ours', name: '🇺🇸 Flags', mark: 'letter' }, { id: 'beezy' }] },
    hero: ['not', 'a', 'section'],
    homeLayout: { sections: [{ part: 'apps', isShown: true }] },
    footer: { columns: [{ id: 'a', links: [{ id: 'b', label: 'B' }] }, { id: 'c' }] },
    insights: { list: [{ id: 'one', kind: 'a-removed-kind', text: 'One' }], kinds: 5 },
    aRemovedSection: { title: 'x' },
  } as object
  for (const [section, value] of Object.entries(older)) {
    await server.query(
      `insert into site_sections (section, version, published, changed_by) values ($1, 3, $2, 'Ed')`,
      [section, JSON.stringify(value)],
    )
    await server.query(
      `insert into site_section_revisions (section, version, value, saved_by, cause) values ($1, 3, $2, 'Ed', 'publish')`,
      [section, JSON.stringify(value)],
    )
  }
  await server.query(`select pg_notify('page_cache', 'site:hero')`)
  const home = async () => (await server.send(paths.home)).text()
  await expect.poll(home).toContain('<h3>Only this</h3>')
  const html = await home()
  expect(html).toContain('>🇺🇸</text>')
  expect(html).toContain('<h3>Beezy</h3>')
  expect(html.indexOf('id="apps-title"')).toBeLessThan(html.indexOf('id="services"'))
  expect(html).not.toContain('href=""')
  for (const path of [sitePaths.apps, sitePaths.waitlist, sitePaths.contact, paths.llms, '/no/such/page'])
    expect([200, 404]).toContain((await server.send(path)).status)

  expect((await call<unknown[]>('/api/site/sections')).body).toHaveLength(Object.keys(originalContent).length)
  const state = await read('services')
  expect(state).toMatchObject({ version: 3, value: { title: 'Ours', list: [{ id: 'ours', promise: '' }] } })
  const [revision] = await revisions('services')
  const kept = await call<{ value: unknown }>(`/api/site/sections/services/revisions/${revision?.id ?? 0}`)
  expect(kept.body.value).toEqual(state.value)
  // The form says what the new version needs.
  const refused = await publish('services', state.value)
  expect(refused.body.fields).toMatchObject({ 'list.0.promise': 'Required' })
  const insights = await read('insights')
  expect((await publish('insights', insights.value)).status).toBe(200)
  const [stored] = await server.query(`select published from site_sections where section = 'insights'`)
  expect(stored).toEqual({ published: insights.value })
})

test('what someone typed before an upgrade fits the fields of this version, and stays as it was typed', () => {
  const typed = {
    links: [{ id: 'a', label: ' ', to: 'https://', wasRemoved: 1 }, { label: 'no id' }, 'text'],
    book: 5,
    wasRemoved: 'x',
  }
  expect(fitTyped(sections.menu.fields, typed)).toEqual({
    links: [{ id: 'a', label: ' ', to: 'https://' }],
    book: '',
    menu: '',
    home: '',
    returnHome: '',
  })
})
