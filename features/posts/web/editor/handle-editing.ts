import { NodeSelection } from '@tiptap/pm/state'
import type { EditorProps } from '@tiptap/pm/view'
import { type EditedBlock, isEditedBlock } from './blocks/block-tools.tsx'

type Openers = {
  onEdit: (block: EditedBlock) => void
  onPicture: () => void
  onLink: () => void
  onToolbar: () => void
}

/** Opens the fields of blocks, pictures, and links by double click and by keyboard. */
export function handleEditing({ onEdit, onPicture, onLink, onToolbar }: Openers) {
  return {
    handleDoubleClickOn({ state, dispatch }, _, node, at) {
      const { name } = node.type
      if (name !== 'image' && !isEditedBlock(name)) return false
      dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)))
      if (name === 'image') onPicture()
      else onEdit(name)
      return true
    },
    handleKeyDown({ state: { selection } }, event) {
      const selected = selection instanceof NodeSelection ? selection.node.type.name : ''
      if (event.key === 'Enter' && isEditedBlock(selected)) {
        onEdit(selected)
        return true
      }
      // Alt+F10 is the usual shortcut from a text editor to its toolbar.
      if (event.key === 'F10' && event.altKey) {
        onToolbar()
        return true
      }
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        onLink()
        return true
      }
      return false
    },
  } satisfies EditorProps
}
