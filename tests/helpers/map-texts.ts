import type { Field, Fields, FieldValues, Item } from '../../core/contract/site-content/fields.ts'

/** Changes every text of a section's value. `position` is the place of a text in a list of texts. */
export function mapTexts(
  fields: Fields,
  values: FieldValues<Fields>,
  change: (text: string, position?: number) => string,
): FieldValues<Fields> {
  const entries = Object.entries<Field>(fields).map(([name, field]) => [name, mapField(field, values[name])])
  return Object.fromEntries(entries) as FieldValues<Fields>

  function mapField(field: Field, value: unknown): unknown {
    switch (field.kind) {
      case 'text':
        return change(value as string)
      case 'texts':
        return (value as string[]).map((text, position) => change(text, position))
      case 'group':
        return mapTexts(field.fields, value as FieldValues<Fields>, change)
      case 'items':
        return (value as Item[]).map((item) => ({
          id: item.id,
          ...mapTexts(field.fields, item, change),
        }))
      default:
        return value
    }
  }
}
