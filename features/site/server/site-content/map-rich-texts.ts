import {
  type Field,
  type Fields,
  type FieldValues,
  type Item,
  mapFields,
  type RichTextField,
} from '../../../../core/contract/site-content/fields.ts'

/** `path` names the field, such as `list.2.text`. */
type Change = (html: string, field: RichTextField, path: string) => string

/** Returns the values of a section with the HTML in them changed. */
export function mapRichTexts<Inner extends Fields>(
  fields: Inner,
  values: FieldValues<Inner>,
  change: Change,
  at = '',
): FieldValues<Inner> {
  return mapFields(fields, (field, name) => mapField(field, values[name], change, `${at}${name}`))
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
