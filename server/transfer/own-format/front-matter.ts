import { isDeepStrictEqual } from 'node:util'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { aiFields, appliedAmounts, ledgerActions } from '../../../contracts/disclosure.ts'
import { postKinds } from '../../../contracts/post-kinds.ts'
import { type PostField, postFieldNames } from '../../../contracts/posts.ts'
import { bodyFormats } from './own-markdown.ts'

/** The fields of a post besides its text, which is below the front matter */
export const headFields = postFieldNames.filter((field) => field !== 'content')
export type HeadField = Exclude<PostField, 'content'>

const time = z.iso.datetime()
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(200)
const name = z.string().max(300)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const fieldValue = z.union([z.string().max(10_000), z.array(z.string().max(1000)).max(100)])

/** Everything about a post besides its fields and its text */
const facts = z.strictObject({
  kind: z.enum(postKinds),
  slug,
  formerSlugs: z.array(slug).max(1000).default([]),
  /** A published post with a date in the future is scheduled. */
  status: z.enum(['published', 'draft']),
  publishedAt: time,
  firstPublishedAt: time.optional(),
  createdAt: time,
  updatedAt: time,
  /** Id in feeds */
  feedId: z.string().max(1000),
  format: z.enum(bodyFormats),
  ai: z
    .strictObject({
      wholly: z.boolean(),
      // Earlier versions wrote the review. An import ignores it, because a file cannot prove it.
      reviewedBy: name.optional(),
      reviewedAt: time.optional(),
      actions: z
        .array(
          z.strictObject({
            id: z.uuid(),
            action: z.enum(ledgerActions),
            provider: name,
            model: name,
            createdAt: time,
            sentHash: hash,
            receivedHash: hash,
            textHash: hash.optional(),
            applied: z.enum(appliedAmounts),
            fields: z.array(z.enum(aiFields)).max(aiFields.length),
          }),
        )
        .max(10_000),
    })
    .optional(),
  /** The guest author */
  guest: z
    .strictObject({
      slug,
      name,
      bio: z.string().max(10_000).optional(),
      photo: z.string().max(200).optional(),
    })
    .optional(),
})

const frontMatter = z.intersection(
  z.looseObject(facts.shape),
  z.looseObject(Object.fromEntries(headFields.map((field) => [field, fieldValue.optional()]))),
)

export type PostFacts = z.infer<typeof facts>
export type TextFile = { facts: PostFacts; fields: Partial<Record<HeadField, unknown>>; body: string }

const edge = '---\n'

export function writeTextFile({ facts: given, fields, body }: TextFile): string {
  const { kind, slug: address, formerSlugs, ...rest } = given
  const head = dropEmpty({ title: fields.title, kind, slug: address, formerSlugs, ...rest, ...fields })
  const yaml = stringify(head, { lineWidth: 0 })
  // JSON is YAML, too, and keeps every text.
  const safe = isSame(yaml, head) ? yaml : `${JSON.stringify(head, null, 2)}\n`
  return `${edge}${safe}${edge}\n${body}\n`
}

/** Reads a file that `writeTextFile` has written, or that someone has edited since; undefined if it is no such file. */
export function readTextFile(text: string): TextFile | undefined {
  const given = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const end = given.indexOf(`\n${edge}`, edge.length - 1)
  if (!given.startsWith(edge) || end < 0) return undefined
  const head = frontMatter.safeParse(parseYaml(given.slice(edge.length, end + 1)))
  if (!head.success) return undefined
  const fields = pick(head.data, headFields)
  const read = facts.safeParse(pick(head.data, Object.keys(facts.shape)))
  if (!read.success) return undefined
  const body = given.slice(end + 1 + edge.length)
  return { facts: read.data, fields, body: body.replace(/^\n/, '').replace(/\n$/, '') }
}

/** Reading YAML takes a second or more for each million characters. Longer facts are written as JSON. */
const maxYamlLength = 200_000

function parseYaml(yaml: string): unknown {
  try {
    if (yaml.startsWith('{')) return JSON.parse(yaml)
    if (yaml.length > maxYamlLength) return undefined
    // Aliases could make a small text endless, and looking for repeated keys takes the square of their number.
    return parse(yaml, { maxAliasCount: 0, uniqueKeys: false, logLevel: 'silent' })
  } catch {
    return undefined
  }
}

function isSame(yaml: string, value: unknown): boolean {
  return isDeepStrictEqual(parseYaml(yaml), value)
}

function dropEmpty(values: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

function pick(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((key) => values[key] !== undefined).map((key) => [key, values[key]]))
}
