import type { SectionId, SiteContent } from '../../../core/contract/site.ts'
import type { Field, Fields, FieldValues } from '../../../core/contract/site-content/fields.ts'
import type { Random } from '../../../tests/helpers/random.ts'
import { randomLongText, randomText } from '../../../tests/helpers/random-text.ts'
import { mapSections } from '../server/site-content/sections.ts'
import { allSections, sections } from './site-sections.ts'

type Values = FieldValues<Fields>
type Item = Values & { id: string }

/** A valid value of a section, in the form in which it is stored. It follows from the description of the section. */
export const randomSection = <Id extends SectionId>(random: Random, id: Id) =>
  // The cast is safe: `randomValue` follows the same cases as the type FieldValue.
  randomValues(random, sections[id].fields) as unknown as SiteContent[Id]

export const randomContent = (random: Random) =>
  mapSections(allSections, ({ id }) => randomSection(random, id))

const randomValues = (random: Random, fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, randomValue(random, field)]),
  ) as Values

/** Name of the picture of all random values. To save them, it must be in Media. */
export const randomPicture = '0123456789abcdef'.repeat(2)

function randomValue(random: Random, field: Field): unknown {
  switch (field.kind) {
    case 'text':
      return randomText(random, field.max, field)
    case 'link':
      return field.isOptional && random.isOneIn(4) ? '' : random.pick(links)
    case 'choice':
      return random.pick(Object.keys(field.options))
    case 'switch':
      return !random.isOneIn(3)
    case 'color':
      return `#${random.below(0x1000000).toString(16).padStart(6, '0')}`
    case 'picture':
      return random.isOneIn(2) ? '' : `/media/${randomPicture}-${random.between(1, 2000)}`
    case 'rich-text':
      return randomHtml(random)
    case 'texts': {
      const texts = times(randomLength(random, field), () => randomText(random, field.maxLength))
      const different = [...new Set(texts)]
      return different.length < field.min ? ['x', 'y', 'z'].slice(0, field.min) : different
    }
    case 'items':
      return times(randomLength(random, field), (position) => ({
        id: `${random.pick(['a', '0', 'item-', 'main-'])}${position}`,
        ...randomValues(random, field.fields),
      }))
    case 'group':
      return randomValues(random, field.fields)
    case 'order':
      return random.shuffle(Object.keys(field.parts)).map((part) => ({ part, isShown: !random.isOneIn(6) }))
  }
}

/** Mostly few, sometimes as few or as many as allowed */
function randomLength(random: Random, { min, max }: { min: number; max: number }): number {
  return random.pick([min, max, random.between(min, max), random.between(min, Math.min(max, min + 3))])
}

const links = [
  '/',
  '/#services',
  '/#on-site-training',
  '/#contact',
  '/apps',
  '/blog',
  '/waitlist',
  '/contact?from=menu&x=%22',
  'https://example.org',
  'http://example.org/a?b=1&c=2#d',
  "https://example.org/it's",
  'https://例え.example/"><b>',
  'mailto:ann@example.org',
  'mailto:a@b.example?subject=%3Cb%3E',
  'tel:+1-555-0100',
  'page:12',
  'page:999999999',
]

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** HTML as an editor or a stranger may send it: known blocks, and what the sanitizer removes */
function randomHtml(random: Random): string {
  const text = () => escapeHtml(randomText(random, 80))
  const block = () =>
    random.pick([
      () => `<h1>${text()}</h1>`,
      () => `<h2>${text()}</h2>`,
      () => `<h2><a href="https://example.org">${text()}</a> <em>{{name}}</em></h2>`,
      () => random.pick(['<h2></h2>', '<h2>Your rights</h2>', '<h2>Main</h2>']),
      () => `<blockquote><h2>${text()}</h2><p>${text()}</p></blockquote>`,
      () => `<ul><li><p>${text()}</p></li><li>${text()}</li></ul>`,
      () => `<ol start="5"><li>${text()}</li></ol>`,
      () => `<pre><code class="language-js x">${text()}\n${text()}</code></pre>`,
      () => `<p>${text()}<br>${text()} <a href="javascript:alert(1)">${text()}</a></p>`,
      () => `<p>${randomText(random, 200, { isLong: true })}</p>`,
      () => `<img src=x onerror=alert(1)><svg onload=alert(2)><iframe srcdoc="${text()}"></iframe>`,
      () => '<p>{{name}} {{contactEmail}} {{toString}} <a href="mailto:{{contactEmail}}">{{backups}}</a></p>',
    ])()
  return `<p>${text()}</p>${times(random.between(0, 12), block).join(random.pick(['', '\n']))}`
}

/** A value that is refused, and the path of its only mistake */
export type NearlyValid = { value: unknown; path: string }

type Mistake = { path: string; make: () => unknown }

/** Makes one mistake in a valid value of a section. */
export function makeMistake(random: Random, id: SectionId, valid: unknown): NearlyValid {
  const value = structuredClone(valid) as Values
  const { path, make } = random.pick(listMistakes(random, sections[id].fields, value, ''))
  const whole = make()
  return { value: whole === undefined ? value : whole, path }
}

/** The mistakes that are possible in the values of fields. `make` changes the values, or returns others. */
function listMistakes(random: Random, fields: Fields, values: Values, at: string): Mistake[] {
  const mistakes: Mistake[] = [
    { path: `${at}unknown`, make: () => void Object.assign(values, { unknown: 1 }) },
    ...(at === '' ? [null, 'x', 7, []].map((whole) => ({ path: '', make: () => whole })) : []),
  ]
  for (const [name, field] of Object.entries<Field>(fields)) {
    const path = at + name
    const set = (value: unknown, where = path) =>
      mistakes.push({ path: where, make: () => void Object.assign(values, { [name]: value }) })
    mistakes.push({ path, make: () => void Reflect.deleteProperty(values, name) })
    for (const wrong of wrongTypes(field)) set(wrong)
    for (const [wrong, inner] of wrongValues(random, field, values[name]))
      set(wrong, inner ? `${path}.${inner}` : path)
    if (field.kind === 'group')
      mistakes.push(...listMistakes(random, field.fields, values[name] as Values, `${path}.`))
    if (field.kind === 'items')
      for (const [position, item] of (values[name] as Item[]).entries())
        mistakes.push(...listMistakes(random, field.fields, item, `${path}.${position}.`))
  }
  return mistakes
}

const wrongTypes = (field: Field): unknown[] => {
  switch (field.kind) {
    case 'switch':
      return ['true', 1, null]
    case 'texts':
    case 'items':
    case 'order':
      return [{}, 'x', null]
    case 'group':
      return [[], 'x', null]
    default:
      return [7, null, ['x'], { toString: 'x' }, true]
  }
}

/** Values of the right type that are refused, with the path of the mistake inside of the value if it is not all of it */
function wrongValues(random: Random, field: Field, value: unknown): [value: unknown, inner?: string][] {
  switch (field.kind) {
    case 'text': {
      const blank: [string][] = [[''], [' \t\n'], ['\u200b\u00ad'], ['\u0001\u0007']]
      return [[randomLongText(random, field.max)], ...(field.isOptional ? [] : blank)]
    }
    case 'link': {
      const wrong: [string][] = [
        ['javascript:alert(1)'],
        ['//evil.example'],
        ['word'],
        [`/${'x'.repeat(2000)}`],
      ]
      return field.isOptional ? wrong : [...wrong, ['']]
    }
    case 'choice':
      return [['unknown'], [''], ['constructor']]
    case 'color':
      return [['red'], ['#fff'], [''], ['#1d4ed8;}body{display:none'], ['#1d4ed80'], ['url(//evil.example)']]
    case 'picture':
      return [['logo.png'], ['/media/x-480'], ['https://evil.example/media/a.png'], ['../'], [' ']]
    case 'rich-text':
      return [['<p></p>'], ['<script>x</script>'], [''], [`<p>${'x'.repeat(field.max)}</p>`]]
    case 'texts': {
      const texts = value as string[]
      const last = texts.slice(0, field.max - 1)
      return [
        [[...last, randomLongText(random, field.maxLength)], String(last.length)],
        [[...last, ' '], String(last.length)],
        ...(last[0] === undefined ? [] : [[[...last, last[0]], String(last.length)] as [unknown, string]]),
        [times(field.max + 1, String)],
        ...(field.min > 0 ? [[[]] as [unknown]] : []),
      ]
    }
    case 'items': {
      const items = value as Item[]
      const one = { ...items[0], id: 'one' }
      return [
        [times(field.max + 1, (position) => ({ ...one, id: `i${position}` }))],
        ...(items[0] && field.max > 1 ? [[[items[0], { ...items[0] }]] as [unknown]] : []),
        ...(items[0] ? [[[{ ...items[0], id: 'Not an id' }], '0.id'] as [unknown, string]] : []),
        [[null], '0'],
        ...(field.min > 0 ? [[[]] as [unknown]] : []),
      ]
    }
    case 'order': {
      const parts = value as { part: string; isShown: boolean }[]
      return [
        [parts.slice(1)],
        [[...parts, ...parts]],
        [[parts[1], ...parts.slice(1)]],
        [[{ part: 'unknown', isShown: true }, ...parts.slice(1)], '0.part'],
      ]
    }
    default:
      return []
  }
}

const times = <Value>(count: number, make: (position: number) => Value) =>
  Array.from({ length: count }, (_, position) => make(position))
