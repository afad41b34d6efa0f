import * as z from 'zod/mini'
import {
  type Field,
  type Fields,
  type FieldValues,
  type Item,
  mapFields,
} from '../../../../core/contract/site-content/fields.ts'
import { cleanText, hasVisibleText, itemId, schemaOfField } from './schema.ts'

/**
 * Makes a stored value fit the fields of this version: what is missing or invalid comes from the original, what is
 * unknown is dropped. So an upgrade that adds, changes, or removes a field leaves nothing to merge. Max lengths are
 * rules for saving: what is longer than this version allows is still shown.
 */
export function completeValue<Inner extends Fields>(
  fields: Inner,
  stored: unknown,
  original: FieldValues<Inner>,
): FieldValues<Inner> {
  const given = isRecord(stored) ? stored : {}
  return mapFields(fields, (field, name) =>
    completeField(field, Object.hasOwn(given, name) ? given[name] : undefined, original[name]),
  )
}

function completeField(field: Field, stored: unknown, original: unknown): unknown {
  switch (field.kind) {
    case 'text':
      return completeText(stored, original, field)
    case 'rich-text':
      return typeof stored === 'string' && hasVisibleText(stored) ? stored : original
    case 'texts':
      return completeTexts(field, stored) ?? original
    case 'group':
      return completeValue(field.fields, stored, original as FieldValues<Fields>)
    case 'items':
      return completeItems(field, stored, original as Item[]) ?? original
    case 'order':
      return completeOrder(stored, original as OrderedPart[])
    default: {
      const parsed = z.safeParse(schemaOfField(field), stored)
      return parsed.success ? parsed.data : original
    }
  }
}

function completeText(stored: unknown, original: unknown, field: { isLong?: boolean; isOptional?: boolean }) {
  if (typeof stored !== 'string') return original
  const text = cleanText(stored, field.isLong)
  return field.isOptional || text !== '' ? text : original
}

/** Keeps the valid texts of a list. Returns undefined if the list is missing, or too short after that. */
function completeTexts({ min }: { min: number }, stored: unknown): string[] | undefined {
  if (!Array.isArray(stored)) return undefined
  const given = stored.filter((text) => typeof text === 'string')
  const kept = new Set(given.map((text) => cleanText(text)).filter((text) => text !== ''))
  return kept.size < min ? undefined : [...kept]
}

/**
 * Completes each item with the values of the original item with the same id, or else with blank ones, as a new item of
 * the form would have them. Returns undefined if the list is missing, or too short after that.
 */
function completeItems(
  field: Extract<Field, { kind: 'items' }>,
  stored: unknown,
  original: Item[],
): Item[] | undefined {
  if (!Array.isArray(stored)) return undefined
  const kept = new Map<string, Item>()
  for (const item of stored) {
    const id = isRecord(item) ? z.safeParse(itemId, item.id) : undefined
    if (!id?.success || kept.has(id.data)) continue
    const basis = original.find((one) => one.id === id.data) ?? blankValues(field.fields)
    kept.set(id.data, { id: id.data, ...completeValue(field.fields, item, basis) })
  }
  return kept.size < field.min ? undefined : [...kept.values()]
}

type OrderedPart = { part: string; isShown: boolean }

/** Keeps the order and the visibility of known parts. New parts go to the end. */
function completeOrder(stored: unknown, original: OrderedPart[]): OrderedPart[] {
  const known = new Map(original.map((entry) => [entry.part, entry]))
  const kept: OrderedPart[] = []
  for (const entry of Array.isArray(stored) ? stored : []) {
    if (!isRecord(entry) || typeof entry.part !== 'string' || !known.delete(entry.part)) continue
    kept.push({ part: entry.part, isShown: entry.isShown !== false })
  }
  return [...kept, ...known.values()]
}

/**
 * Makes a value that someone was typing fit the fields of this version. Unlike `completeValue`, it keeps what is
 * invalid, and what is missing stays empty.
 */
export function fitTyped<Inner extends Fields>(fields: Inner, typed: unknown): FieldValues<Inner> {
  const given = isRecord(typed) ? typed : {}
  return mapFields(fields, (field, name) => fitTypedField(field, given[name]))
}

function fitTypedField(field: Field, typed: unknown): unknown {
  const blank = blankValue(field)
  switch (field.kind) {
    case 'group':
      return fitTyped(field.fields, typed)
    case 'items':
      return (Array.isArray(typed) ? typed : [])
        .filter((item) => isRecord(item) && typeof item.id === 'string')
        .map((item) => ({ id: item.id, ...fitTyped(field.fields, item) }))
    case 'texts':
      return (Array.isArray(typed) ? typed : []).filter((text) => typeof text === 'string')
    case 'order':
      return completeOrder(typed, blank as OrderedPart[])
    default:
      return typeof typed === typeof blank ? typed : blank
  }
}

/** The values of a new item in a form */
export const blankValues = <Inner extends Fields>(fields: Inner) => mapFields(fields, blankValue)

function blankValue(field: Field): unknown {
  switch (field.kind) {
    case 'choice':
      return Object.keys(field.options)[0]
    case 'switch':
      return true
    case 'color':
      return '#000000'
    case 'texts':
    case 'items':
      return []
    case 'group':
      return blankValues(field.fields)
    case 'order':
      return Object.keys(field.parts).map((part) => ({ part, isShown: true }))
    default:
      return ''
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
