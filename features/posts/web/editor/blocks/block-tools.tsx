import { type Editor, useEditorState } from '@tiptap/react'
import {
  ArrowDownToLine,
  ArrowLeftToLine,
  ArrowRightToLine,
  ArrowUpToLine,
  PanelLeft,
  PanelTop,
  Pencil,
  Trash2,
} from 'lucide-react'
import { Options } from '../../../../../core/web/ui/field.tsx'
import { type CalloutTone, calloutLabels, calloutTones, readTone } from '../../../contract/post-blocks.ts'
import { ToolMenu } from '../tool-menu.tsx'
import { findSelectedBlock, unwrapCallout } from './insert-block.ts'

type BlockToolsProps = { editor: Editor; onEdit: (block: EditedBlock) => void }

const blockNames = { buttonLink: 'Button', fileLink: 'File', video: 'Video' } as const
/** A block without text of its own, whose fields are edited elsewhere */
export type EditedBlock = keyof typeof blockNames

type Block = 'table' | 'callout' | EditedBlock

export const isEditedBlock = (name: string | undefined): name is EditedBlock =>
  name !== undefined && Object.hasOwn(blockNames, name)

/** Tools for the block that has the cursor or is selected: a table, a callout, a button, a file, or a video */
export function BlockTools({ editor, onEdit }: BlockToolsProps) {
  const shown = useEditorState({
    editor,
    selector: ({ editor }): { block?: Block | undefined; tone: CalloutTone } => {
      const selected = findSelectedBlock(editor)?.name
      const block = isEditedBlock(selected) ? selected : undefined
      const around = (['table', 'callout'] as const).find((name) => editor.isActive(name))
      return { block: around ?? block, tone: readTone(String(editor.getAttributes('callout').tone)) }
    },
  })
  const { block } = shown
  if (!block) return null
  return (
    <fieldset
      className="block-tools"
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.view.focus()
      }}
    >
      {block === 'table' ? (
        <TableTools editor={editor} />
      ) : block === 'callout' ? (
        <>
          <legend className="block-tools-name">Callout</legend>
          <select
            aria-label="Kind of callout"
            value={shown.tone}
            onChange={(event) =>
              editor.commands.updateAttributes('callout', { tone: event.currentTarget.value })
            }
          >
            <Options of={calloutTones.map((tone) => [tone, calloutLabels[tone]])} />
          </select>
          <RemoveButton editor={editor} label="Remove callout" onRemove={() => unwrapCallout(editor)} />
        </>
      ) : (
        <>
          <legend className="block-tools-name">{blockNames[block]}</legend>
          <button type="button" onClick={() => onEdit(block)}>
            <Pencil aria-hidden="true" size={16} /> Edit
          </button>
          <RemoveButton editor={editor} label="Remove" onRemove={() => editor.commands.deleteSelection()} />
        </>
      )}
    </fieldset>
  )
}

function TableTools({ editor }: { editor: Editor }) {
  const { hasHeaderRow, hasHeaderColumn } = useEditorState({
    editor,
    selector: ({ editor }) => findHeaders(editor),
  })
  const backToText = (byKeyboard: boolean) => {
    // Someone who uses the keyboard may want to add several rows. Someone who uses a mouse goes on writing.
    if (!byKeyboard || !editor.isActive('table')) editor.view.focus()
  }
  return (
    <>
      <legend className="block-tools-name">Table</legend>
      <ToolMenu
        label="Row"
        onDone={backToText}
        items={[
          { label: 'Add row above', icon: ArrowUpToLine, run: () => editor.commands.addRowBefore() },
          { label: 'Add row below', icon: ArrowDownToLine, run: () => editor.commands.addRowAfter() },
          {
            label: 'Header row',
            icon: PanelTop,
            isOn: hasHeaderRow,
            run: () => editor.commands.toggleHeaderRow(),
          },
          { label: 'Delete row', icon: Trash2, run: () => editor.commands.deleteRow() },
        ]}
      />
      <ToolMenu
        label="Column"
        onDone={backToText}
        items={[
          { label: 'Add column before', icon: ArrowLeftToLine, run: () => editor.commands.addColumnBefore() },
          { label: 'Add column after', icon: ArrowRightToLine, run: () => editor.commands.addColumnAfter() },
          {
            label: 'Header column',
            icon: PanelLeft,
            isOn: hasHeaderColumn,
            run: () => editor.commands.toggleHeaderColumn(),
          },
          { label: 'Delete column', icon: Trash2, run: () => editor.commands.deleteColumn() },
        ]}
      />
      <RemoveButton editor={editor} label="Delete table" onRemove={() => editor.commands.deleteTable()} />
    </>
  )
}

type RemoveButtonProps = { editor: Editor; label: string; onRemove: () => void }

function RemoveButton({ editor, label, onRemove }: RemoveButtonProps) {
  function remove() {
    onRemove()
    editor.view.focus()
  }
  return (
    <button type="button" onClick={remove}>
      <Trash2 aria-hidden="true" size={16} /> {label}
    </button>
  )
}

/** True for a header row if all cells of the first row are headers, and for a header column in the same way */
function findHeaders(editor: Editor): { hasHeaderRow: boolean; hasHeaderColumn: boolean } {
  const { $from } = editor.state.selection
  const table = $from.depth > 0 ? $from.node(1) : undefined
  if (table?.type.name !== 'table') return { hasHeaderRow: false, hasHeaderColumn: false }
  const isHeader = (cell: { type: { name: string } } | null | undefined) => cell?.type.name === 'tableHeader'
  return {
    hasHeaderRow: table.firstChild?.children.every(isHeader) ?? false,
    hasHeaderColumn: table.children.every((row) => isHeader(row.firstChild)),
  }
}
