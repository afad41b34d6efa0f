import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { MediaItem } from '../../../contracts/media.ts'
import { QuietButton } from '../../ui/button.tsx'
import { OutsideForm } from '../outside-form.tsx'
import { EditPictureDialog } from '../pictures/edit-picture-dialog.tsx'
import { PictureDialog } from '../pictures/picture-dialog.tsx'

/** Dropped or pasted files and their position. Without files the user chooses a picture. */
export type PictureRequest = { files?: File[]; at?: number }

type PictureInTextProps = { editor: Editor; request: PictureRequest; onClose: () => void }

/** Inserts pictures into the text, or edits the selected one. */
export function PictureInText({ editor, request, onClose }: PictureInTextProps) {
  const place = useRef(request.at)
  const close = () => {
    // The dialog gives the focus back, but not the cursor; the next keystrokes would be lost.
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
          // The next picture follows this one.
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
  editor
    .chain()
    .insertContentAt(at ?? editor.state.selection.to, { type: 'paragraph', content: [image] })
    .run()
}
