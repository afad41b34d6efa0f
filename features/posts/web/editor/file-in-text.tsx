import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { describeFile } from '../../../../core/contract/file-size.ts'
import { OutsideForm } from '../../../../core/web/editing/outside-form.tsx'
import { QuietButton } from '../../../../core/web/ui/button.tsx'
import { lazyDialog } from '../../../../core/web/ui/lazy-part.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import type { FileStore } from '../../../media/web/files/file-store.tsx'
import { FileTitleForm } from '../../../media/web/files/file-title-form.tsx'
import type { FileLinkAttributes } from './blocks/file-link.ts'
import { insertBlock } from './blocks/insert-block.ts'

const FileDialog = lazyDialog(() => import('../../../media/web/files/file-dialog.tsx'), 'FileDialog')

/**
 * A dropped or pasted file, and its position in the text. `isNew`: the dialog lets the user choose a file. Otherwise it
 * edits the selected one.
 */
export type FileRequest = { file?: File; at?: number; isNew?: boolean }

type FileInTextProps = {
  editor: Editor
  /** Undefined for guests, who edit only files that are already in their text */
  store: FileStore | undefined
  request: FileRequest
  onClose: () => void
}

/** Inserts a file into the text, or edits the selected one. */
export function FileInText({ editor, store, request, onClose }: FileInTextProps) {
  const close = () => {
    // Closing the dialog restores the focus, but not the editor's cursor. Without this, the next keystrokes would be
    // lost.
    flushSync(onClose)
    editor.view.focus()
  }
  return (
    <OutsideForm>
      {store && (request.file || request.isNew) ? (
        <FileDialog
          store={store}
          file={request.file}
          onFile={({ url, bytes }, title) => {
            if (request.at !== undefined) editor.commands.setTextSelection(request.at)
            insertBlock(editor, {
              type: 'fileLink',
              attrs: { href: url, bytes, title } satisfies FileLinkAttributes,
            })
            close()
          }}
          onClose={close}
        />
      ) : (
        <EditFile editor={editor} onClose={close} />
      )}
    </OutsideForm>
  )
}

function EditFile({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null)
  const { title, bytes } = editor.getAttributes('fileLink') as FileLinkAttributes
  return (
    <Modal title="File details" onClose={onClose} first={first}>
      <p className="field-hint">{describeFile(bytes)}</p>
      <FileTitleForm
        initial={title}
        button="Save"
        first={first}
        onSubmit={(title) => {
          editor.commands.updateAttributes('fileLink', { title })
          onClose()
        }}
      >
        <QuietButton
          onClick={() => {
            editor.commands.deleteSelection()
            onClose()
          }}
        >
          Remove from the post
        </QuietButton>
      </FileTitleForm>
    </Modal>
  )
}
