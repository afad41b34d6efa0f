import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { MediaItem } from '../../../contracts/media.ts'
import { OutsideForm } from '../outside-form.tsx'
import { EditPictureDialog } from '../pictures/edit-picture-dialog.tsx'
import { PictureDialog } from '../pictures/picture-dialog.tsx'

/** What was dropped or pasted, and where; nothing where somebody wants to choose. */
export type AskedPicture = { files?: File[]; at?: number }

type PictureInTextProps = { editor: Editor; asked: AskedPicture; onClose: () => void }

/** Puts pictures into the text, or changes the one that is selected. */
export function PictureInText({ editor, asked, onClose }: PictureInTextProps) {
  const place = useRef(asked.at)
  const close = () => {
    // The dialog gives the focus back to what had it, but not the place in the text: that is taken up at once,
    // or the next letters would be lost.
    flushSync(onClose)
    editor.view.focus()
  }
  if (!asked.files && editor.isActive('image')) {
    const { src, alt } = editor.getAttributes('image')
    return (
      <EditPictureDialog
        picture={{ src: String(src), alt: String(alt ?? '') }}
        onSave={(words) => {
          editor.commands.updateAttributes('image', { alt: words })
          close()
        }}
        onClose={close}
      >
        <button
          type="button"
          className="btn btn-quiet"
          onClick={() => {
            editor.commands.deleteSelection()
            close()
          }}
        >
          Remove from the post
        </button>
      </EditPictureDialog>
    )
  }
  return (
    <OutsideForm>
      <PictureDialog
        files={asked.files ?? []}
        withLibrary
        button="Insert"
        onPicture={(picture) => {
          insertPicture(editor, picture, place.current)
          // The next one follows this one.
          place.current = undefined
        }}
        onClose={close}
      />
    </OutsideForm>
  )
}

/** In a paragraph of its own; what is written next comes after it. */
function insertPicture(editor: Editor, picture: MediaItem, at?: number): void {
  const { src, srcset, sizes, width, height, alt } = picture
  const image = { type: 'image', attrs: { src, srcset, sizes, width, height, alt } }
  editor
    .chain()
    .insertContentAt(at ?? editor.state.selection.to, { type: 'paragraph', content: [image] })
    .run()
}
