import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { readSpan } from '../../../contract/post-blocks.ts'

/** The spans of a cell. Cells have no width and no alignment, because the server stores no styles. */
const addAttributes = () =>
  Object.fromEntries(
    ['colspan', 'rowspan'].map((name) => [
      name,
      { default: 1, parseHTML: (cell: HTMLElement) => readSpan(cell.getAttribute(name)) },
    ]),
  )

/** Paragraphs and lists, as the server stores them (features/posts/server/rendering/blocks/normalize-blocks.ts) */
const content = '(paragraph | list)+'

/** Tables without column widths, because the Content-Security-Policy forbids inline styles. */
export const tables = [
  Table.configure({ View: null }).extend({
    group: 'topBlock',
    renderHTML: () => ['table', ['tbody', 0]],
  }),
  TableRow,
  TableHeader.extend({ content, addAttributes }),
  TableCell.extend({ content, addAttributes }),
]
