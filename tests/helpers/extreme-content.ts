import type { SectionId, SiteContent } from '../../core/contract/site.ts'
import type { Field, Fields, FieldValues } from '../../core/contract/site-content/fields.ts'
import { mapSections } from '../../features/site/server/site-content/sections.ts'
import { allSections, originalContent, sections } from '../../features/site/testing/site-sections.ts'

type Extreme = {
  /** How many members each list has. With `one`, lists that need more have as few as they may. */
  lists: 'min' | 'max' | 'one'
  /** A text of a field. Optional ones may be empty. */
  text: (max: number, isOptional?: boolean) => string
}

let count = 0
/** Landmarks of a page need different names. */
const numbered = (text: string) => `${++count}${text}`

/** Content in which every field of every section is as extreme as its description allows. The legal texts stay. */
function extremeContent(extreme: Extreme): SiteContent {
  const content = mapSections(allSections, ({ fields }) => fill(fields, extreme))
  const { privacyPolicy, termsOfService } = originalContent
  return { ...content, privacyPolicy, termsOfService }
}

/** A value of a section in which every field is as extreme as its description allows */
export const extremeSection = (id: SectionId, extreme: Extreme): FieldValues<Fields> =>
  fill(sections[id].fields, extreme)

const fill = (fields: Fields, extreme: Extreme) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fillField(field, extreme)]),
  ) as FieldValues<Fields>

function fillField(field: Field, extreme: Extreme): unknown {
  switch (field.kind) {
    case 'text':
      return extreme.text(field.max, field.isOptional)
    case 'link':
      return 'https://example.org'
    case 'choice':
      return Object.keys(field.options)[0]
    case 'switch':
      return true
    case 'color':
      return '#1d4ed8'
    case 'picture':
      return ''
    case 'rich-text':
      return '<p>Text</p>'
    case 'texts':
      return times(lengthOf(field, extreme), (position) =>
        `${position} ${extreme.text(field.maxLength)}`.slice(0, field.maxLength),
      )
    case 'items':
      return times(lengthOf(field, extreme), (position) => ({
        id: `item-${position}`,
        ...fill(field.fields, extreme),
      }))
    case 'group':
      return fill(field.fields, extreme)
    case 'order':
      return Object.keys(field.parts).map((part) => ({ part, isShown: true }))
  }
}

const lengthOf = (field: { min: number; max: number }, { lists }: Extreme) =>
  lists === 'one' ? Math.max(1, field.min) : field[lists]

const times = <Value>(count: number, make: (position: number) => Value) =>
  Array.from({ length: count }, (_, position) => make(position))

const sentence =
  'We come to you and show your whole team how it works, with the tools and the words that you know. '

/** The smallest and the largest sites, as longest sentences and as words without a place to break */
export const extremeContents: Record<string, SiteContent> = {
  'as little as possible': extremeContent({
    lists: 'min',
    text: (_, isOptional) => (isOptional ? '' : numbered('A')),
  }),
  'as many sentences as possible': extremeContent({
    lists: 'max',
    text: (max) => numbered(sentence.repeat(9)).slice(0, max).trim(),
  }),
  'the longest words': extremeContent({
    lists: 'max',
    text: (max) => numbered('W'.repeat(max)).slice(0, max),
  }),
  'few long words': extremeContent({
    lists: 'min',
    text: (max) => numbered('Donaudampfschifffahrts'.repeat(30)).slice(0, max),
  }),
}
