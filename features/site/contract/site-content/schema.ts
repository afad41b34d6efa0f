import * as z from 'zod/mini'
import { tooLong } from '../../../../core/contract/form-fields.ts'
import type { Field, Fields, FieldValues } from '../../../../core/contract/site-content/fields.ts'
import { completeWebAddress } from '../../../../core/contract/web-address.ts'
import { readMediaAddress } from '../../../media/contract/media.ts'
import { isLinkTarget } from './link-target.ts'

/** The schema of a section's value, with messages for the form. Unknown keys are refused. */
export function schemaOf<Inner extends Fields>(fields: Inner): z.ZodMiniType<FieldValues<Inner>> {
  // The cast is safe: `schemaOfField` follows the same cases as the type FieldValue.
  return z.strictObject(shapeOf(fields)) as unknown as z.ZodMiniType<FieldValues<Inner>>
}

const shapeOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOfField(field)]))

export function schemaOfField(field: Field): z.ZodMiniType {
  switch (field.kind) {
    case 'text':
      return textOf(field.max, field)
    case 'link':
      return linkTarget(field.isOptional)
    case 'choice':
      return z.enum(Object.keys(field.options), 'Choose one from the list.')
    case 'switch':
      return z.boolean()
    case 'color':
      return hexColor
    case 'picture':
      return pictureAddress
    case 'rich-text':
      return z.string().check(z.maxLength(field.max, tooLong(field.max)), required)
    case 'texts':
      return z.pipe(listOf(field), z.array(textOf(field.maxLength, {})).check(differentTexts))
    case 'items':
      return z.pipe(
        listOf(field),
        z.array(z.strictObject({ id: itemId, ...shapeOf(field.fields) })).check(uniqueIds),
      )
    case 'group':
      return schemaOf(field.fields)
    case 'order':
      return orderOf(Object.keys(field.parts))
  }
}

/** Ids of items: those of the original site, and random ones for items that were added */
export const itemId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))

export const invalidColor = 'Use a color like #1d4ed8: a number sign and six digits or letters from a to f.'

/** Lower case, so that the same color is always the same text */
const hexColor = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, invalidColor))

const pictureAddress = z
  .string()
  .check(
    z.refine<string>(
      (address) => address === '' || readMediaAddress(address) !== undefined,
      'Choose one of your images.',
    ),
  )

/** Control characters other than line breaks have no meaning in a text, and Postgres can't store NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this removes
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

/**
 * Removes what a text can't contain, and the space around it. Line breaks stay only in a long text. A text without
 * anything visible becomes empty.
 */
export function cleanText(typed: string, isLong = false): string {
  const lines = typed.replaceAll('\r\n', '\n').replaceAll('\t', ' ').replaceAll(controls, '')
  const text = (isLong ? lines : lines.replaceAll(/\n+/g, ' ')).trim()
  return hasVisibleText(text) ? text : ''
}

/** True if a text has more than spaces and characters that no one can see, such as zero-width spaces */
export const hasVisibleText = (text: string) => /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

const required = z.refine<string>(hasVisibleText, { error: 'Required', abort: true })

function textOf(max: number, { isLong, isOptional }: { isLong?: boolean; isOptional?: boolean }) {
  const base = z.string().check(
    z.overwrite((typed) => cleanText(typed, isLong)),
    z.maxLength(max, tooLong(max)),
  )
  return isOptional ? base : base.check(required)
}

function linkTarget(isOptional = false) {
  return z.string().check(
    z.trim(),
    z.overwrite(completeWebAddress),
    z.refine<string>((target) => (target === '' ? isOptional : isLinkTarget(target)), {
      error: 'Choose a page, or enter a full web address like https://example.org.',
    }),
  )
}

/** Checks the length of a list first, so that the members of one with far too many are not checked. */
const listOf = ({ item, min, max }: { item: string; min: number; max: number }) =>
  z
    .array(z.unknown())
    .check(
      z.minLength(min, `Add at least ${min === 1 ? `one ${item}` : `${min} of these`}.`),
      z.maxLength(max, `You can have up to ${max} of these. Remove one first.`),
    )

const differentTexts = z.check<string[]>(({ value, issues }) => {
  for (const [position, text] of value.entries())
    if (value.indexOf(text) < position)
      issues.push({ code: 'custom', input: text, path: [position], message: 'This is in the list already.' })
})

const uniqueIds = z.refine<{ id: string }[]>(
  (list) => new Set(list.map(({ id }) => id)).size === list.length,
  'Two items have the same id.',
)

function orderOf(parts: string[]) {
  const eachOnce = 'The list must have each part once.'
  return z.pipe(
    z.array(z.unknown()).check(z.length(parts.length, eachOnce)),
    z
      .array(z.strictObject({ part: z.enum(parts), isShown: z.boolean() }))
      .check(z.refine((list) => new Set(list.map(({ part }) => part)).size === parts.length, eachOnce)),
  )
}
