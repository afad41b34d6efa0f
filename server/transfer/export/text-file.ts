import { isDeepStrictEqual } from 'node:util'
import { parse, stringify } from 'yaml'
import type { PostKind } from '../../../contracts/post-kinds.ts'
import { type PostField, postFieldNames } from '../../../contracts/posts.ts'
import type { Body } from './write-body.ts'

/** The fields of a post besides its text, which is below the front matter */
export const headFields = postFieldNames.filter((field) => field !== 'content')

/** Everything about a post besides its fields and its text. Times are ISO 8601. */
export type PostFacts = {
  kind: PostKind
  slug: string
  formerSlugs: string[]
  /** A published post with a date in the future is scheduled. */
  status: 'published' | 'draft'
  publishedAt: string
  firstPublishedAt?: string | undefined
  createdAt: string
  updatedAt: string
  feedId: string
  format: Body['format']
  ai?: { wholly: boolean; actions: object[] } | undefined
  guest?: { slug: string; name: string; bio?: string | undefined; photo?: string | undefined } | undefined
}

export type TextFile = {
  facts: PostFacts
  fields: Partial<Record<Exclude<PostField, 'content'>, unknown>>
  body: string
}

export function writeTextFile({ facts: given, fields, body }: TextFile): string {
  const { kind, slug: address, formerSlugs, ...rest } = given
  const head = dropEmpty({ title: fields.title, kind, slug: address, formerSlugs, ...rest, ...fields })
  const yaml = stringify(head, { lineWidth: 0 })
  // JSON is YAML, too, and keeps every text.
  const safe = isDeepStrictEqual(parseYaml(yaml), head) ? yaml : `${JSON.stringify(head, null, 2)}\n`
  return `---\n${safe}---\n\n${body}\n`
}

/** Reading YAML takes a second or more for each million characters. Longer facts are written as JSON. */
const maxYamlLength = 200_000

function parseYaml(yaml: string): unknown {
  if (yaml.length > maxYamlLength) return undefined
  try {
    // Looking for repeated keys takes the square of their number.
    return parse(yaml, { maxAliasCount: 0, uniqueKeys: false, logLevel: 'silent' })
  } catch {
    return undefined
  }
}

function dropEmpty(values: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}
