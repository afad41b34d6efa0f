import type { Field, Fields, FieldValues, Item, RichTextField } from '../../contracts/site-content/fields.ts'

/** `path` names the field, such as `list.2.text`. */
type Change = (html: string, field: RichTextField, path: string) => string

/** Returns the values of a section with the HTML in them changed. */
export function mapRichTexts<Inner extends Fields>(
  fields: Inner,
  values: FieldValues<Inner>,
  change: Change,
  at = '',
): FieldValues<Inner> {
  const entries = Object.entries<Field>(fields).map(([name, field]) => [
    name,
    mapField(field, values[name], change, `${at}${name}`),
  ])
  return Object.fromEntries(entries) as FieldValues<Inner>
}

function mapField(field: Field, value: unknown, change: Change, path: string): unknown {
  switch (field.kind) {
    case 'rich-text':
      return change(String(value), field, path)
    case 'group':
      return mapRichTexts(field.fields, value as FieldValues<Fields>, change, `${path}.`)
    case 'items':
      return (value as Item[]).map((item, position) => ({
        id: item.id,
        ...mapRichTexts(field.fields, item, change, `${path}.${position}.`),
      }))
    default:
      return value
  }
}
