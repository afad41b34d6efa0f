import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { OutsideForm } from '../../../../core/web/editing/outside-form.tsx'
import { QuietButton } from '../../../../core/web/ui/button.tsx'
import type { MediaItem } from '../../../media/contract/media.ts'
import { EditPictureDialog } from '../../../media/web/pictures/edit-picture-dialog.tsx'
import { PictureDialog } from '../../../media/web/pictures/lazy-picture-dialog.ts'

/**
 * Dropped or pasted files, and their position in the text. Without files, the dialog lets the user choose a picture.
 */
export type PictureRequest = { files?: File[]; at?: number }

type PictureInTextProps = { editor: Editor; request: PictureRequest; onClose: () => void }

/** Inserts pictures into the text, or edits the selected one. */
export function PictureInText({ editor, request, onClose }: PictureInTextProps) {
  const place = useRef(request.at)
  const close = () => {
    // Closing the dialog restores the focus, but not the editor's cursor. Without this, the next keystrokes would be
    // lost.
    flushSync(onClose)
    editor.view.focus()
  }
  if (!request.files && editor.isActive('image')) {
    const { src, alt } = editor.getAttributes('image')
    return (
      <EditPictureDialog
        picture={{ src: String(src), alt: String(alt ?? '') }}
        onSave={(alt) => {
          editor.commands.updateAttributes('image', { alt })
          close()
        }}
        onClose={close}
      >
        <QuietButton
          onClick={() => {
            editor.commands.deleteSelection()
            close()
          }}
        >
          Remove from the post
        </QuietButton>
      </EditPictureDialog>
    )
  }
  return (
    <OutsideForm>
      <PictureDialog
        files={request.files ?? []}
        withLibrary
        button="Insert"
        onPicture={(picture) => {
          insertPicture(editor, picture, place.current)
          // Insert the next picture at the cursor, which is now after this one.
          place.current = undefined
        }}
        onClose={close}
      />
    </OutsideForm>
  )
}

/** Inserts a picture as its own paragraph and puts the cursor after it. */
function insertPicture(editor: Editor, picture: MediaItem, at?: number): void {
  const { src, srcset, sizes, width, height, alt } = picture
  const image = { type: 'image', attrs: { src, srcset, sizes, width, height, alt } }
  const paragraph = { type: 'paragraph', content: [image] }
  editor.commands.insertContentAt(at ?? editor.state.selection.to, paragraph)
}
