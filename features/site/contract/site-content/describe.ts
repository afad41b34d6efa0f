import type { Field, Fields, FieldValues, Item } from '../../../../core/contract/site-content/fields.ts'

/** A part of a section's value in words, for comparing two versions */
export type DescribedField = { key: string; label: string; text: string; isHtml?: boolean }

/** Lists every text of a section's value. Items are keyed by their ids, so that moved items are still compared. */
export function describeValue<Inner extends Fields>(
  fields: Inner,
  value: FieldValues<Inner>,
  at: { key: string; label: string } = { key: '', label: '' },
): DescribedField[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    const label = at.label === '' ? field.label : `${at.label}: ${field.label}`
    return describeField(field, value[name], { key: `${at.key}/${name}`, label })
  })
}

function describeField(field: Field, value: unknown, at: { key: string; label: string }): DescribedField[] {
  switch (field.kind) {
    case 'group':
      return describeValue(field.fields, value as FieldValues<Fields>, at)
    case 'items': {
      const list = value as Item[]
      const nameOf = (item: FieldValues<Fields>) => String(item[field.nameField])
      return [
        { ...at, text: list.map(nameOf).join('\n') },
        ...list.flatMap((item) =>
          describeValue(field.fields, item, { key: `${at.key}/${item.id}`, label: nameOf(item) }),
        ),
      ]
    }
    case 'texts':
      return [{ ...at, text: (value as string[]).join('\n') }]
    case 'order': {
      const parts = value as { part: string; isShown: boolean }[]
      const lines = parts.map(
        ({ part, isShown }) => `${field.parts[part] ?? part}${isShown ? '' : ' (hidden)'}`,
      )
      return [{ ...at, text: lines.join('\n') }]
    }
    case 'choice':
      return [{ ...at, text: field.options[String(value)] ?? '' }]
    case 'switch':
      return [{ ...at, text: value ? 'Yes' : 'No' }]
    case 'rich-text':
      return [{ ...at, text: String(value), isHtml: true }]
    default:
      return [{ ...at, text: String(value) }]
  }
}

/** The name of a row of a list that has no name of its own, such as "Service 3" */
export const nameRow = ({ item }: { item: string }, position: number) =>
  `${item.charAt(0).toUpperCase()}${item.slice(1)} ${position + 1}`

/** The label of the field at a path such as `list.2.name`, with the rows around it: "Service 3: Name" */
export function labelAt(fields: Fields, path: string): string {
  const [name = '', ...rest] = path.split('.')
  const field = fields[name]
  if (!field) return ''
  if (rest.length === 0) return field.label
  if (field.kind === 'group') return `${field.label}: ${labelAt(field.fields, rest.join('.'))}`
  const [position, ...inner] = rest
  const row = 'item' in field ? nameRow(field, Number(position)) : field.label
  if (field.kind !== 'items' || inner.length === 0) return row
  return `${row}: ${labelAt(field.fields, inner.join('.'))}`
}
