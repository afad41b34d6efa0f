import { tooLong } from '../../../../core/contract/form-fields.ts'
import type { Fields, FieldValues } from '../../../../core/contract/site-content/fields.ts'
import {
  hasTooManyTags,
  sanitizePost,
  textOf,
  tooMuchFormatting,
} from '../../../posts/server/rendering/sanitize.ts'
import { blankValues, completeValue } from '../../contract/site-content/complete.ts'
import { firstMessages } from '../../contract/site-content/messages.ts'
import { hasVisibleText, schemaOf } from '../../contract/site-content/schema.ts'
import { mapRichTexts } from './map-rich-texts.ts'

export type CleanResult<Value> =
  | { ok: true; value: Value }
  /** Messages by the path of the field, such as `list.2.name` */
  | { ok: false; fields: Record<string, string> }

/** Checks the value of a section and sanitizes the HTML in it. */
export function cleanSection(fields: Fields, given: unknown): CleanResult<FieldValues<Fields>> {
  const parsed = schemaOf(fields).safeParse(given)
  if (!parsed.success) return { ok: false, fields: firstMessages(parsed.error.issues) }
  const problems: Record<string, string> = {}
  const value = mapRichTexts(fields, parsed.data, (html, { max }, path) =>
    cleanHtml(html, max, (message) => {
      problems[path] = message
    }),
  )
  return Object.keys(problems).length === 0 ? { ok: true, value } : { ok: false, fields: problems }
}

/**
 * A value while someone types, with its HTML sanitized. What is missing or invalid comes from `basis`, which is empty by
 * default.
 */
export function cleanDraft(fields: Fields, given: unknown, basis?: FieldValues<Fields>): FieldValues<Fields> {
  const shown = completeValue(fields, cutLists(fields, given), basis ?? blankValues(fields))
  return mapRichTexts(fields, shown, (html) => (hasTooManyTags(html) ? '' : sanitizeFully(html)))
}

/** Leaves out what exceeds the max number of items, so that no request can make a page endless. */
function cutLists(fields: Fields, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const entries = Object.entries(given).map(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field?.kind === 'group') return [name, cutLists(field.fields, value)]
    if (!Array.isArray(value) || !field || !('max' in field)) return [name, value]
    const list = value.slice(0, field.max)
    return [name, field.kind === 'items' ? list.map((item) => cutLists(field.fields, item)) : list]
  })
  return Object.fromEntries(entries)
}

function cleanHtml(html: string, max: number, refuse: (message: string) => void): string {
  if (hasTooManyTags(html)) {
    refuse(tooMuchFormatting)
    return html
  }
  const cleaned = sanitizeFully(html)
  if (!hasVisibleText(textOf(cleaned))) refuse('Required')
  // Sanitizing can make a text longer, because it writes entities.
  else if (cleaned.length > max && [...cleaned].length > max) refuse(tooLong(max))
  return cleaned
}

/** Far more than any text needs */
const maxPasses = 5

/**
 * Sanitizes HTML until the result stays the same. Elements that the sanitizer replaces can end up in paragraphs, where
 * browsers would not leave them.
 */
function sanitizeFully(html: string): string {
  let cleaned = html
  for (let pass = 0; pass < maxPasses; pass++) {
    const before = cleaned
    cleaned = sanitizePost(before).trim()
    if (cleaned === before) break
  }
  return cleaned
}
