import type { Editor, JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { CalloutTone } from '../../../contract/post-blocks.ts'

/**
 * Inserts a block at the top level: in place of an empty paragraph, or after the block with the cursor. The cursor moves
 * into the new block, or after it if it holds no text.
 */
export function insertBlock(editor: Editor, block: JSONContent): void {
  editor.commands.command(({ tr, state }) => {
    const { selection, schema } = state
    const { $to } = selection
    const isInEmpty = $to.depth === 1 && $to.parent.type.name === 'paragraph' && $to.parent.content.size === 0
    const to = $to.depth === 0 ? selection.to : $to.after(1)
    const from = isInEmpty ? $to.before(1) : to
    const node = schema.nodeFromJSON(block)
    tr.replaceWith(from, to, node)
    const end = from + node.nodeSize
    // Without a paragraph after it, there would be no place to go on writing by touch.
    const after = tr.doc.resolve(end).nodeAfter
    if (!after?.isTextblock) tr.insert(end, schema.nodes.paragraph?.create() ?? [])
    tr.setSelection(TextSelection.near(tr.doc.resolve(node.isAtom ? end + 1 : from + 1))).scrollIntoView()
    return true
  })
}

export function createTable(rows: number, columns: number, hasHeader: boolean): JSONContent {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, () => ({ type, content: [{ type: 'paragraph' }] })),
  })
  return {
    type: 'table',
    content: Array.from({ length: rows }, (_, at) =>
      row(at === 0 && hasHeader ? 'tableHeader' : 'tableCell'),
    ),
  }
}

export const createCallout = (tone: CalloutTone): JSONContent => ({
  type: 'callout',
  attrs: { tone },
  content: [{ type: 'paragraph' }],
})

/** Replaces the callout around the cursor with its content. */
export function unwrapCallout(editor: Editor): void {
  editor.commands.command(({ tr, state }) => {
    const { $from } = state.selection
    const node = $from.node(1)
    if (node?.type.name !== 'callout') return false
    const start = $from.before(1)
    tr.replaceWith(start, start + node.nodeSize, node.content)
    tr.setSelection(TextSelection.near(tr.doc.resolve($from.pos - 1)))
    return true
  })
}

/** Name and attributes of the selected block without text of its own, such as a button */
export function findSelectedBlock(
  editor: Editor,
): { name: string; attrs: Record<string, unknown> } | undefined {
  const { selection } = editor.state
  if (!(selection instanceof NodeSelection) || selection.node.type.spec.group !== 'topBlock') return undefined
  return { name: selection.node.type.name, attrs: selection.node.attrs }
}
