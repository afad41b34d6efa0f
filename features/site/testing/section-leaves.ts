import type {
  ChoiceField,
  ColorField,
  Field,
  Fields,
  FieldValues,
  LinkField,
  OrderField,
  RichTextField,
  SwitchField,
  TextField,
} from '../../../core/contract/site-content/fields.ts'
import { webAddressLength } from '../../../core/contract/web-address.ts'
import { cleanText } from '../contract/site-content/schema.ts'
import type { FieldPath } from '../web/admin/field-path.ts'

/** A field that is typed into a control of its own. A row of a list of texts is one, too. */
type TypedField = TextField | LinkField | ColorField | RichTextField
/** A field that is chosen with the mouse */
export type ChosenField = ChoiceField | SwitchField | OrderField

export type Leaf<F = TypedField> = { path: FieldPath; field: F }

type Leaves = { typed: Leaf[]; chosen: Leaf<ChosenField>[] }

/** Lists the fields that a section's form has controls for, in the order of the form. Pictures are not included. */
export function listLeaves(fields: Fields, value: FieldValues<Fields>): Leaves {
  const leaves: Leaves = { typed: [], chosen: [] }
  addLeaves(leaves, fields, value, [])
  return leaves
}

function addLeaves(leaves: Leaves, fields: Fields, value: FieldValues<Fields>, at: FieldPath): void {
  for (const [name, field] of Object.entries<Field>(fields)) {
    const path = [...at, name]
    const inner: unknown = value[name]
    switch (field.kind) {
      case 'group':
        addLeaves(leaves, field.fields, inner as FieldValues<Fields>, path)
        break
      case 'items':
        for (const [position, item] of (inner as FieldValues<Fields>[]).entries())
          addLeaves(leaves, field.fields, item, [...path, position])
        break
      case 'texts':
        for (const position of (inner as string[]).keys()) {
          const label = `${field.label}, ${field.item} ${position + 1}`
          leaves.typed.push({
            path: [...path, position],
            field: { kind: 'text', label, max: field.maxLength },
          })
        }
        break
      case 'picture':
        break
      case 'choice':
      case 'switch':
      case 'order':
        leaves.chosen.push({ path, field })
        break
      default:
        leaves.typed.push({ path, field })
    }
  }
}

export const isRequired = ({ field }: Leaf) => !('isOptional' in field && field.isOptional)

/** Makes the text that is typed into a field. `mark` is different for each field and can be found on the page. */
export type Typing = (leaf: Leaf, mark: string) => string

const characters = (text: string) => [...text].length

/** Repeats pieces as long as they fit. */
function fitPieces(start: string, pieces: string[], max: number): string {
  const parts = [start]
  let length = characters(start)
  for (let at = 0; ; at++) {
    const piece = pieces[at % pieces.length] ?? ''
    length += characters(piece)
    if (length > max) return parts.join('')
    parts.push(piece)
  }
}

const pad = (text: string, length: number) => text + 'x'.repeat(length - characters(text))

/** The number of characters that may be typed into a field. The editor puts a text into `<p></p>`. */
const limitOf = ({ field }: Leaf): number => {
  if (field.kind === 'text') return field.max
  return field.kind === 'rich-text' ? field.max - '<p></p>'.length : webAddressLength
}

export const typeNothing: Typing = () => ''

const typeSentences =
  (over: number): Typing =>
  (leaf, mark) => {
    const length = limitOf(leaf) + over
    if (leaf.field.kind === 'color') return `#1d4ed8${'0'.repeat(over)}`
    if (leaf.field.kind === 'link') return pad(`https://example.org/${mark}`, length)
    return pad(fitPieces(mark, [' We help you plan.'], length), length)
  }

export const typeLongest = typeSentences(0)
export const typeOneOver = typeSentences(1)

const scripts = [
  ' שלום עולם',
  ' مرحبا',
  ' 你好世界',
  ' สวัสดีก็็',
  '👩🏽‍💻👨‍👩‍👧‍👦',
  ' Z\u0351\u036b\u0343',
  ' ไทย',
  '👋',
]

/** Scripts with space around them, which is not part of the longest text */
export const typeScripts: Typing = (leaf, mark) => {
  if (leaf.field.kind === 'color') return ' #1D4ED8 '
  if (leaf.field.kind === 'link') return `  https://例え.example/${mark}/שלום/👋?q=ก็ `
  const length = Math.min(limitOf(leaf), 2000)
  const text = fitPieces(mark, scripts, length)
  return `  ${text}${'👋'.repeat(length - characters(text))}  `
}

const markup = [
  '<script>window.hit=1</script><img src=x onerror="window.hit=1;alert(1)">',
  '</textarea><svg onload=alert(2)>',
  '</script><b>',
  '&lt;&amp;',
  '"\'>',
  '<b>',
  '&amp;',
]

export const typeMarkup: Typing = (leaf, mark) => {
  if (leaf.field.kind === 'color') return '#1d4ed8'
  if (leaf.field.kind === 'link') return `https://example.org/${mark}"><img/src=x/onerror=alert(3)>'&amp;`
  const max = Math.min(limitOf(leaf), 2000)
  return markup.reduce((text, piece) => fitOnce(text, piece, max), mark)
}

const fitOnce = (text: string, piece: string, max: number) =>
  characters(text + piece) > max ? text : text + piece

/** What is stored when a text was typed into a field, except that rich text is stored as HTML */
export function cleanTyped({ field }: Leaf, typed: string): string {
  if (field.kind === 'text') return cleanText(typed, field.isLong)
  return field.kind === 'color' ? typed.trim().toLowerCase() : typed.trim()
}

/** Each field gets one of several kinds of text, and another one in the next section. */
export const typeMixed =
  (typings: Typing[], shift: number): Typing =>
  (leaf, mark) =>
    typings[(shift + Number(mark.replaceAll(/\D/g, ''))) % typings.length]?.(leaf, mark) ?? ''
