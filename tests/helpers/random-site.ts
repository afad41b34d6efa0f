import { expect } from 'vitest'
import { findWord } from '../../app/pages/web/home/hero.tsx'
import { resolveLink } from '../../app/pages/web/site-links.ts'
import type { SectionId, Site, SiteContent } from '../../core/contract/site.ts'
import type { Field, Fields, FieldValues } from '../../core/contract/site-content/fields.ts'
import type { View } from '../../core/web/page.ts'
import type { Renderer } from '../../features/site/server/files/renderer.ts'
import { cleanSection } from '../../features/site/server/site-content/clean-value.ts'
import { completeSection } from '../../features/site/server/site-content/read-content.ts'
import { mapSections } from '../../features/site/server/site-content/sections.ts'
import { makeMistake, randomContent } from '../../features/site/testing/random-section.ts'
import { allSections, sections } from '../../features/site/testing/site-sections.ts'
import { publicPages } from './feature-testing.ts'
import { mapTexts } from './map-texts.ts'
import { originalSite } from './original-site.ts'
import { createRandom, type Random } from './random.ts'
import { type HtmlElement, readHtml } from './read-html.ts'

/** Pages that show the words of the sections, except those around posts */
const views: View[] = [
  { page: 'home', props: { posts: [], data: {} } },
  { page: 'apps', props: { year: 2026 } },
  { page: 'waitlist', props: { done: false } },
  { page: 'waitlist', props: { done: true } },
  { page: 'plan', props: { state: 'open', token: '', isAnswered: true } },
  { page: 'plan', props: { state: 'sent', token: '' } },
  { page: 'plan', props: { state: 'over' } },
  { page: 'plan', props: { state: 'unknown' } },
  { page: 'contact', props: { done: false } },
  { page: 'contact', props: { done: true } },
  { page: 'blog', props: { posts: [], page: 1, hasOlder: false, lastPage: 1 } },
  { page: 'notFound', props: {} },
  ...publicPages.flatMap(({ views = [] }) => views),
]
const legalViews: View[] = [
  { page: 'privacyPolicy', props: { lastCleanUp: undefined, backupsKept: 14 } },
  { page: 'termsOfService', props: {} },
]

/**
 * Makes random values of all sections, a valid and an invalid one of each, and renders all public pages with the valid
 * ones. Returns the number of values.
 */
export async function checkRandomSites(
  renderer: Renderer,
  { seed, sites }: { seed: number; sites: number },
): Promise<number> {
  const random = createRandom(seed)
  for (let number = 0; number < sites; number++) {
    const content = randomContent(random)
    try {
      const stored = mapSections(allSections, ({ id }) => checkValues(random, id, content[id]))
      await checkPages(renderer, { ...originalSite('http://everyday.test'), content: stored })
    } catch (error) {
      throw new Error(`site ${number} of seed ${seed}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
  }
  return sites * allSections.length * 2
}

/** Expects that a valid value is stored and read back, and that one with a mistake is refused at the right path. */
function checkValues(random: Random, id: SectionId, value: unknown): unknown {
  const clean = cleanSection(sections[id].fields, value)
  if (!clean.ok) throw new Error(`${id}: ${JSON.stringify(clean.fields)}`)
  const isHtml = Object.values<Field>(sections[id].fields).some(({ kind }) => kind === 'rich-text')
  // Random HTML contains what the sanitizer removes, so only its result stays the same.
  expect(isHtml ? cleanSection(sections[id].fields, clean.value) : clean, id).toEqual({
    ok: true,
    value: clean.value,
  })
  if (!isHtml) expect(clean.value, id).toEqual(value)
  expect(completeSection(sections[id], JSON.parse(JSON.stringify(clean.value))), id).toEqual(clean.value)

  const wrong = makeMistake(random, id, value)
  const refused = cleanSection(sections[id].fields, wrong.value)
  const label = `${id} ${wrong.path} ${JSON.stringify(wrong.value)?.slice(0, 300)}`
  if (refused.ok) throw new Error(`accepted: ${label}`)
  expect(Object.keys(refused.fields), label).toEqual([wrong.path])
  expect(refused.fields[wrong.path], label).toMatch(/\S/)
  // A stored value with a mistake still makes a value that pages can show.
  completeSection(sections[id], wrong.value)
  return clean.value
}

async function checkPages(renderer: Renderer, site: Site): Promise<void> {
  const neutral = { ...site, content: neutralContent(site.content) }
  let shown = ''
  for (const view of views) {
    const page = readHtml(await renderer.render(view, site))
    const expected = readHtml(await renderer.render(view, neutral))
    expect(page.elements.map(structureOf), view.page).toEqual(expected.elements.map(structureOf))
    for (const script of page.scripts.slice(0, -1)) JSON.parse(script)
    shown += [page.text, ...page.elements.flatMap(readAttributes)].join('\n')
  }
  for (const view of legalViews) {
    const { elements, text, scripts } = readHtml(await renderer.render(view, site))
    expect(scripts).toEqual([])
    for (const element of elements.slice(elements.findIndex(({ name }) => name === 'main')))
      expectHarmless(element)
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1)
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? [])
    expect(new Set(ids).size, ids.join(' ')).toBe(ids.length)
    shown += [text, ...elements.flatMap(readAttributes)].join('\n')
  }
  for (const text of listShownTexts(site))
    expect(shown.includes(text), `${JSON.stringify(text)} is not shown`).toBe(true)
}

/** Attributes that hold texts */
const textAttributes = ['content', 'aria-label', 'placeholder', 'data-props', 'value']

/** An element without its texts, and without the class that depends on the length of a figure */
const structureOf = ({ name, attributes }: HtmlElement) =>
  [
    name,
    ...Object.entries(attributes)
      .filter(([, value]) => !/^figure-(medium|small)$/.test(value))
      .map(([key, value]) => (textAttributes.includes(key) ? key : `${key}=${value}`)),
  ].join(' ')

/** The texts in the attributes of an element */
const readAttributes = ({ attributes }: HtmlElement): string[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    key === 'data-props' ? listStrings(JSON.parse(value)) : textAttributes.includes(key) ? value : [],
  )

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : []
}

/** Expects an element that our own pages or the sanitizer write. */
function expectHarmless({ name, attributes }: HtmlElement): void {
  expect(['script', 'style', 'iframe', 'object', 'form', 'base', 'meta', 'link']).not.toContain(name)
  for (const [key, value] of Object.entries(attributes)) {
    expect(key).not.toMatch(/^(on|style$|srcdoc$)/)
    if (['href', 'src', 'ping'].includes(key)) expect(value).toMatch(/^(https?:|mailto:|tel:|\/(?!\/)|#)/)
  }
}

/** The same content with `x` for each text, so that its pages have the same elements */
function neutralContent(content: SiteContent): SiteContent {
  const neutral = mapSections(allSections, ({ id, fields }) =>
    mapTexts(fields, content[id] as FieldValues<Fields>, toNeutral),
  )
  const { title, underlined } = content.hero
  return {
    ...neutral,
    hero: { ...neutral.hero, ...neutralHeadline(title, underlined) },
    stats: { ...neutral.stats, figures: content.stats.figures.map(neutralFigure) },
    onSiteTraining: { ...neutral.onSiteTraining, figure: neutralFigure(content.onSiteTraining.figure) },
    privacyPolicy: content.privacyPolicy,
    termsOfService: content.termsOfService,
  }
}

const toNeutral = (text: string, position = 0) => (text === '' ? '' : `x${position}`)

/** A figure with a value of the same length, which decides about its size */
const neutralFigure = <Figure extends { value: string; label: string }>(figure: Figure): Figure => ({
  ...figure,
  value: 'x'.repeat(figure.value.length),
  label: toNeutral(figure.label),
})

/** A headline with as many underlined words as the given one. Its last two words are an element of their own. */
function neutralHeadline(title: string, underlined: string) {
  const words = title.split(' ')
  const marks = (part: string[]) => (findWord(part.join(' '), underlined) ? 'U' : 'x')
  const last = words.slice(-2)
  const first = words.slice(0, -2)
  return {
    underlined: underlined === '' ? '' : 'U',
    title: [...(first.length > 0 ? [marks(first)] : []), marks(last), ...(last.length > 1 ? ['x'] : [])].join(
      ' ',
    ),
  }
}

/** Headings and buttons of the details are left out where there are no details. */
function shownLabels({ labels, list }: SiteContent['services']): unknown[] {
  const hasText = (name: 'problem' | 'solution' | 'looksLike' | 'afterSteps' | 'whyItMatters') =>
    list.some((service) => service[name] !== '')
  const headings = (['problem', 'solution', 'looksLike', 'whyItMatters'] as const).filter(hasText)
  const hasDetails =
    headings.length > 0 ||
    hasText('afterSteps') ||
    list.some(({ steps, figures }) => steps.length + figures.length > 0)
  return [
    labels.bookClosed,
    hasDetails && [labels.toggle, labels.bookOpen],
    headings.map((name) => labels[name]),
  ]
}

/** Sections of which not every word is shown. The list below names the words that are. */
const shownInPart = new Set([
  ...['look', 'menu', 'hero', 'homeLayout', 'services', 'appDevelopment', 'stats', 'community', 'apps'],
  ...['insights', 'onSiteTraining', 'latestPosts', 'footer', 'blog', 'planPage', 'privacyPolicy'],
  'termsOfService',
])

/** The texts that have to be on the pages. Everything else belongs to something that is hidden or left out. */
function listShownTexts(site: Site): string[] {
  const { content } = site
  const hidden = new Set<string>(
    content.homeLayout.sections.flatMap(({ part, isShown }) => (isShown ? [] : part)),
  )
  // Without posts, the section of the newest ones is left out.
  hidden.add('latestPosts')
  const live = <Link extends { to: string }>(links: Link[]) =>
    links.filter(({ to }) => resolveLink(site, to) !== undefined)
  const { services, appDevelopment, stats, community, insights, onSiteTraining, apps, blog } = content
  const { hero, menu, footer, planPage, privacyPolicy, termsOfService } = content
  const whole = Object.entries(content).map(([id, words]) => !shownInPart.has(id) && !hidden.has(id) && words)
  const onHome = { services: { ...services, labels: shownLabels(services) }, stats, community }
  const shown: unknown[] = [
    ...Object.entries(onHome).map(([part, words]) => !hidden.has(part) && words),
    !hidden.has('appDevelopment') && [
      { ...appDevelopment, cost: '', costLabel: '', costNote: '' },
      appDevelopment.cost !== '' && [appDevelopment.cost, appDevelopment.costLabel, appDevelopment.costNote],
    ],
    !hidden.has('insights') &&
      (insights.list.length > 1 ? insights : [insights.title, insights.list[0]?.text]),
    !hidden.has('onSiteTraining') && [
      { ...onSiteTraining, figure: [] },
      onSiteTraining.figure.value !== '' && onSiteTraining.figure,
    ],
    // The message about an empty form is not on these pages.
    { ...planPage, empty: '' },
    !hidden.has('apps') && [apps.title, apps.lead, apps.all],
    apps.badge,
    apps.list.map(({ name, tagline, text, tags }) => [name, tagline, text, tags]),
    apps.list.map((app) => resolveLink(site, app.url) !== undefined && app.button),
    !hidden.has('apps') && apps.list.map(({ onHome, summary }) => onHome && summary),
    [blog.headline, blog.lead, blog.empty],
    // The sections of other pages, of which every word is shown
    whole,
    [privacyPolicy.description, termsOfService.description],
    [{ ...hero, underlined: '', link: '' }, !hidden.has('services') && hero.link],
    [menu.book, menu.menu, menu.home, menu.returnHome, live(menu.links).map(({ label }) => label)],
    [footer.signIn, footer.year, footer.rights, footer.tagline],
    footer.columns.map(({ title, links }) => live(links).length > 0 && title),
    footer.columns.map(({ links }) => live(links).map(({ label }) => label)),
  ]
  return listStrings(withoutIds(shown))
}

/** Leaves out ids, the names of drawings and kinds, and the words of pages that are not among these. */
function withoutIds(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutIds)
  const kept = Object.entries(value).filter(([key]) => !['id', 'drawing', 'kind', 'pages'].includes(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutIds(inner)]))
}
