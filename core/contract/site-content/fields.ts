/**
 * Building blocks for describing a section of the site. One description gives the type of the stored value, its
 * validation (schema.ts), its form in the admin, and what history compares.
 */
type Common = { label: string; help?: string }

export type TextField = Common & {
  kind: 'text'
  /** Max characters (code points, as Zod counts them) */
  max: number
  /** True for a text that may have several lines, in a larger box */
  isLong?: boolean
  /** True if the text may be empty, which leaves it out on the page */
  isOptional?: boolean
}
/** A path of this site, a page of the office's own (`page:12`), or a whole address (https, mailto, tel) */
export type LinkField = Common & {
  kind: 'link'
  isOptional?: boolean
  /** Label of the choice of no address; "Nowhere" by default */
  none?: string
}
export type ChoiceField<Option extends string = string> = Common & {
  kind: 'choice'
  options: Readonly<Record<Option, string>>
}
export type SwitchField = Common & { kind: 'switch' }
/** A color as `#rrggbb` */
export type ColorField = Common & { kind: 'color' }
/** The address of one of the site's own pictures in any size, such as `/media/...-480`; empty for none */
export type PictureField = Common & { kind: 'picture' }
/** HTML under the same rules as the text of a post. `max` counts its characters, tags included. */
export type RichTextField = Common & { kind: 'rich-text'; max: number }
/** A list of short texts */
export type TextsField = Common & {
  kind: 'texts'
  /** Name of one text, such as "topic" */
  item: string
  min: number
  max: number
  maxLength: number
}
/** A list of items with fields of their own. Each item has an id that never changes. */
export type ItemsField<Inner extends Fields = Fields> = Common & {
  kind: 'items'
  /** Name of one item, such as "service" */
  item: string
  min: number
  max: number
  /** Name of the field whose text identifies an item in the list */
  nameField: keyof Inner & string
  fields: Inner
}
/** Fields that belong together */
export type GroupField<Inner extends Fields = Fields> = Common & { kind: 'group'; fields: Inner }
/** The order of fixed parts, each of which can be hidden */
export type OrderField<Part extends string = string> = Common & {
  kind: 'order'
  parts: Readonly<Record<Part, string>>
}

export type Field =
  | TextField
  | LinkField
  | ChoiceField
  | SwitchField
  | ColorField
  | PictureField
  | RichTextField
  | TextsField
  | ItemsField
  | GroupField
  | OrderField
// An interface, because a type alias may not refer to itself through the generic members above.
export interface Fields {
  readonly [name: string]: Field
}

/** The value of a field. An item of a list also has its id. */
export type FieldValue<F> =
  F extends ItemsField<infer Inner>
    ? ({ id: string } & FieldValues<Inner>)[]
    : F extends GroupField<infer Inner>
      ? FieldValues<Inner>
      : F extends OrderField<infer Part>
        ? { part: Part; isShown: boolean }[]
        : F extends ChoiceField<infer Option>
          ? Option
          : F extends SwitchField
            ? boolean
            : F extends TextsField
              ? string[]
              : string
export type FieldValues<Inner> = { [Name in keyof Inner]: FieldValue<Inner[Name]> }
/** An item of a list, of whatever fields */
export type Item = { id: string } & FieldValues<Fields>

/** Returns the value that `read` gives for each field. */
export const mapFields = <Inner extends Fields>(
  fields: Inner,
  read: (field: Field, name: string) => unknown,
) =>
  Object.fromEntries(
    Object.entries<Field>(fields).map(([name, field]) => [name, read(field, name)]),
  ) as FieldValues<Inner>

type TextOptions = Partial<Pick<TextField, 'help' | 'isLong' | 'isOptional'>>

export const text = (label: string, max: number, options: TextOptions = {}): TextField => ({
  kind: 'text',
  label,
  max,
  ...options,
})

export const paragraph = (label: string, max: number, options: TextOptions = {}): TextField =>
  text(label, max, { isLong: true, ...options })

export const buttonText = (label: string, options: TextOptions = {}): TextField => text(label, 60, options)

type LinkOptions = Pick<LinkField, 'help' | 'isOptional' | 'none'>

export const link = (label: string, options: LinkOptions = {}): LinkField => ({
  kind: 'link',
  label,
  ...options,
})

export const choice = <Option extends string>(
  label: string,
  options: Record<Option, string>,
  help?: string,
): ChoiceField<Option> => ({ kind: 'choice', label, options, help })

export const onOff = (label: string, help?: string): SwitchField => ({ kind: 'switch', label, help })

export const color = (label: string, help?: string): ColorField => ({ kind: 'color', label, help })

export const picture = (label: string, help?: string): PictureField => ({ kind: 'picture', label, help })

export const richText = (label: string, max: number, help?: string): RichTextField => ({
  kind: 'rich-text',
  label,
  max,
  help,
})

export const texts = (label: string, options: Omit<TextsField, 'kind' | 'label'>): TextsField => ({
  kind: 'texts',
  label,
  ...options,
})

export const items = <const Inner extends Fields>(
  label: string,
  options: Omit<ItemsField<Inner>, 'kind' | 'label' | 'fields'>,
  fields: Inner,
): ItemsField<Inner> => ({ kind: 'items', label, ...options, fields })

export const group = <const Inner extends Fields>(
  label: string,
  fields: Inner,
  help?: string,
): GroupField<Inner> => ({ kind: 'group', label, fields, help })

export const order = <Part extends string>(
  label: string,
  parts: Record<Part, string>,
  help?: string,
): OrderField<Part> => ({ kind: 'order', label, parts, help })
