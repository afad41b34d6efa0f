import { FileHandler } from '@tiptap/extension-file-handler'
import type { Transaction } from '@tiptap/pm/state'
import { type Editor, EditorContent, type EditorOptions, useEditor } from '@tiptap/react'
import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { pdfType } from '../../../media/contract/files.ts'
import { useFileStore } from '../../../media/web/files/file-store.tsx'
import { BlockTools, type EditedBlock } from './blocks/block-tools.tsx'
import { ButtonBar } from './blocks/button-bar.tsx'
import { TableBar } from './blocks/table-bar.tsx'
import { VideoBar } from './blocks/video-bar.tsx'
import type { EditorHandle } from './editor-handle.ts'
import { extensions } from './extensions.ts'
import { FileInText, type FileRequest } from './file-in-text.tsx'
import { handleEditing } from './handle-editing.ts'
import { hasText } from './html-text.ts'
import { LinkBar } from './link-bar.tsx'
import { PictureInText, type PictureRequest } from './picture-in-text.tsx'
import { tidyPastedHtml } from './tidy-pasted-html.ts'
import { type AskedBlock, type EditorTool, Toolbar } from './toolbar.tsx'

type TextBox = {
  /** Name of the text box for screen readers */
  label?: string | undefined
  /** Id of the text box, for links to it */
  id?: string | undefined
  /** Ids of the hint and the message that belong to the text box */
  describedBy?: string | undefined
  isInvalid?: boolean | undefined
}

type PostEditorProps = TextBox & {
  ref: Ref<EditorHandle>
  /** False for texts of the site, which have no callouts, buttons, and videos */
  hasInsertMenu?: boolean
  initial: () => string
  onChange: (html: string) => void
  /** Shown at the end of the toolbar */
  children?: ReactNode
  /** More tools of the toolbar */
  tools?: readonly EditorTool[]
}

/** Keeps consecutive spaces that the user typed. */
const parseOptions = { preserveWhitespace: true } as const

export function PostEditor({
  ref,
  hasInsertMenu = true,
  initial,
  onChange,
  children,
  tools,
  ...textBox
}: PostEditorProps) {
  const [bar, setBar] = useState<'link' | AskedBlock>()
  const [pictureRequest, setPictureRequest] = useState<PictureRequest>()
  const [fileRequest, setFileRequest] = useState<FileRequest>()
  const fileStore = useFileStore()
  const tabStop = useRef<HTMLElement>(null)
  const edit = (block: EditedBlock) => (block === 'fileLink' ? setFileRequest({}) : setBar(block))
  const addFiles = (files: File[], at?: number) => {
    const pdf = fileStore && files.find(({ type, name }) => type === pdfType || /\.pdf$/i.test(name))
    if (pdf) setFileRequest({ file: pdf, ...(at !== undefined && { at }) })
    else setPictureRequest({ files, ...(at !== undefined && { at }) })
  }
  const newest = useRef<Editor>(null)
  const editor = useTextEditor(newest, initial, onChange, addFiles, {
    attributes: describeTextBox(textBox),
    transformPastedHTML: tidyPastedHtml,
    ...handleEditing({
      onEdit: edit,
      onPicture: () => setPictureRequest({}),
      onLink: () => setBar('link'),
      onToolbar: () => tabStop.current?.focus(),
    }),
  })
  useImperativeHandle(ref, () => toHandle(() => newest.current ?? editor), [editor])

  const closeBar = () => {
    setBar(undefined)
    editor.view.focus()
  }

  return (
    <div className="editor">
      <div className="editor-bar">
        <div className="editor-tools">
          <Toolbar
            editor={editor}
            tabStop={tabStop}
            onLink={() => setBar('link')}
            onPicture={() => setPictureRequest({})}
            onInsert={hasInsertMenu ? setBar : undefined}
            more={tools}
            onFile={fileStore && (() => setFileRequest({ isNew: true }))}
          />
          {!bar && <BlockTools editor={editor} onEdit={edit} />}
        </div>
        {children}
        {bar === 'link' && <LinkBar editor={editor} onClose={closeBar} />}
        {bar === 'table' && <TableBar editor={editor} onClose={closeBar} />}
        {bar === 'buttonLink' && <ButtonBar editor={editor} onClose={closeBar} />}
        {bar === 'video' && <VideoBar editor={editor} onClose={closeBar} />}
      </div>
      <EditorContent editor={editor} />
      {pictureRequest && (
        <PictureInText
          editor={editor}
          request={pictureRequest}
          onClose={() => setPictureRequest(undefined)}
        />
      )}
      {fileRequest && (
        <FileInText
          editor={editor}
          store={fileStore}
          request={fileRequest}
          onClose={() => setFileRequest(undefined)}
        />
      )}
    </div>
  )
}

/** `newest` gets each editor as soon as it is made. Tiptap makes a second one if the first is shown late. */
function useTextEditor(
  newest: RefObject<Editor | null>,
  initial: () => string,
  onChange: (html: string) => void,
  addFiles: (files: File[], at?: number) => void,
  editorProps: EditorOptions['editorProps'],
): Editor {
  const [content] = useState(() => joinLines(initial()))
  return useEditor({
    extensions: [
      ...extensions,
      FileHandler.configure({
        onDrop: (_, files, at) => addFiles(files, at),
        // Office programs also put a picture of copied text on the clipboard, so ignore files if there is text.
        onPaste: (_, files, html) => {
          if (!hasText(html ?? '')) addFiles(files)
        },
      }),
    ],
    content,
    parseOptions,
    // The styles are in editor.css. The Content-Security-Policy forbids style elements that are added by scripts.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps,
    onBeforeCreate({ editor }) {
      newest.current = editor
    },
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : editor.getHTML()),
  })
}

const toHandle = (read: () => Editor): EditorHandle => ({
  setContent(html) {
    const editor = read()
    if (html !== editor.getHTML())
      editor.commands.setContent(joinLines(html), { emitUpdate: false, parseOptions })
  },
  focus: () => read().view.focus(),
  markCaret() {
    const editor = read()
    let at = editor.state.selection.to
    const follow = ({ transaction }: { transaction: Transaction }) => {
      at = transaction.mapping.map(at)
    }
    editor.on('transaction', follow)
    return (text) => {
      editor.off('transaction', follow)
      const { parent, parentOffset } = editor.state.doc.resolve(at)
      const isAfterWord = /\S$/.test(parent.textBetween(0, parentOffset))
      editor.commands.insertContentAt(at, isAfterWord ? ` ${text}` : text)
    }
  },
  blocks: () => [...read().view.dom.children],
})

/**
 * Removes line breaks from HTML except in code, because `preserveWhitespace` would show them as breaks in the text, and
 * white space around the text, which would become a paragraph.
 */
function joinLines(html: string): string {
  return html
    .trim()
    .replaceAll(/<pre>.*?<\/pre>|\s*\n\s*/gs, (part) => (part.startsWith('<pre>') ? part : ' '))
}

function describeTextBox({ label = 'Content', id, describedBy, isInvalid }: TextBox): Record<string, string> {
  return {
    role: 'textbox',
    dir: 'auto',
    'aria-multiline': 'true',
    'aria-required': 'true',
    class: 'editor-text prose',
    'aria-label': label,
    ...(id && { id }),
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
  }
}
