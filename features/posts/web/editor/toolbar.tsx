import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  FileText,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Megaphone,
  Plus,
  RectangleHorizontal,
  RemoveFormatting,
  SquarePlay,
  Strikethrough,
  Table,
  TextQuote,
  Underline,
} from 'lucide-react'
import { type RefObject, useState } from 'react'
import { moveFocus } from '../../../../core/web/ui/arrow-keys.ts'
import { Options } from '../../../../core/web/ui/field.tsx'
import { createCallout, insertBlock } from './blocks/insert-block.ts'
import { ToolMenu } from './tool-menu.tsx'

/** A block whose fields are asked for before it is inserted */
export type AskedBlock = 'table' | 'buttonLink' | 'video'

/** A tool that another feature adds */
export type EditorTool = {
  name: string
  label: string
  icon: LucideIcon
  run: () => void
  isOn: boolean
}

type ToolbarProps = {
  editor: Editor
  /** Set to the element of the toolbar that the Tab key reaches */
  tabStop: RefObject<HTMLElement | null>
  onLink: () => void
  onPicture: () => void
  /** Without it, there is no menu of blocks. */
  onInsert: ((block: AskedBlock) => void) | undefined
  /** Undefined for guests, who may not upload files */
  onFile: (() => void) | undefined
  more?: readonly EditorTool[] | undefined
}

const toggles = [
  { name: 'bold', label: 'Bold', icon: Bold, command: 'toggleBold' },
  { name: 'italic', label: 'Italic', icon: Italic, command: 'toggleItalic' },
  { name: 'underline', label: 'Underline', icon: Underline, command: 'toggleUnderline' },
  { name: 'strike', label: 'Strike', icon: Strikethrough, command: 'toggleStrike' },
  { name: 'orderedList', label: 'Ordered list', icon: ListOrdered, command: 'toggleOrderedList' },
  { name: 'bulletList', label: 'Bullet list', icon: List, command: 'toggleBulletList' },
  { name: 'blockquote', label: 'Blockquote', icon: TextQuote, command: 'toggleBlockquote' },
  { name: 'codeBlock', label: 'Code block', icon: Code, command: 'toggleCodeBlock' },
] as const
/** Names of the tools that can be active at the cursor, such as bold */
const toggleNames = ['link', 'image', ...toggles.map(({ name }) => name)]
const levels = [1, 2, 3] as const

/** Props of a tool that the arrow keys reach, of which one at a time is in the Tab order */
type RovingFocus = {
  tabIndex: number
  onFocus: () => void
  ref: ((element: HTMLElement | null) => void) | undefined
}

/**
 * A toolbar after the ARIA pattern: Tab reaches one tool, the arrow keys move between tools, and Escape returns to the
 * text. A tool that is used by keyboard keeps the focus; a mouse click on a tool leaves the focus in the text.
 */
export function Toolbar({ editor, tabStop, onLink, onPicture, onInsert, onFile, more = [] }: ToolbarProps) {
  const [stop, setStop] = useState('style')
  const active = useEditorState({
    editor,
    selector: ({ editor }) => toggleNames.filter((name) => editor.isActive(name)),
  })
  const tools = [
    ...toggles.map(({ command, ...tool }) => ({ ...tool, run: () => editor.commands[command]() })),
    { name: 'link', label: 'Link', icon: Link, run: onLink },
    { name: 'image', label: 'Image', icon: Image, run: onPicture },
    {
      name: 'clean',
      label: 'Clean formatting',
      icon: RemoveFormatting,
      run: () => editor.chain().unsetAllMarks().clearNodes().run(),
    },
    ...more,
  ]
  const setTabStop = (element: HTMLElement | null) => {
    tabStop.current = element
  }
  const rovingFocus = (name: string): RovingFocus => ({
    tabIndex: stop === name ? 0 : -1,
    onFocus: () => setStop(name),
    ref: stop === name ? setTabStop : undefined,
  })

  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="toolbar"
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.view.focus()
        else moveFocus(event, 'button:not([role^=menuitem]), select')
      }}
    >
      <StyleSelect editor={editor} {...rovingFocus('style')} />
      {tools.map(({ name, label, icon: Icon, run, ...tool }) => (
        <button
          key={name}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={
            'isOn' in tool ? tool.isOn : toggleNames.includes(name) ? active.includes(name) : undefined
          }
          // A mouse click on a tool leaves the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run()}
          {...rovingFocus(name)}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
      {onInsert && (
        <InsertMenu editor={editor} onInsert={onInsert} onFile={onFile} focus={rovingFocus('insert')} />
      )}
    </div>
  )
}

function StyleSelect({ editor, ...focus }: { editor: Editor } & RovingFocus) {
  const chosen = useEditorState({
    editor,
    selector: ({ editor }) => levels.find((level) => editor.isActive('heading', { level })) ?? 0,
  })
  return (
    <select
      aria-label="Text style"
      value={chosen}
      onChange={(event) => {
        const level = levels.find((known) => String(known) === event.currentTarget.value)
        if (level) editor.commands.setHeading({ level })
        else editor.commands.setParagraph()
      }}
      {...focus}
    >
      <option value={0}>Normal</option>
      <Options of={levels.map((level) => [level, `Heading ${level}`])} />
    </select>
  )
}

type InsertMenuProps = Pick<ToolbarProps, 'editor' | 'onFile'> & {
  onInsert: (block: AskedBlock) => void
  focus: RovingFocus
}

function InsertMenu({ editor, onInsert, onFile, focus }: InsertMenuProps) {
  const insertCallout = () => {
    insertBlock(editor, createCallout('note'))
    editor.view.focus()
  }
  return (
    <ToolMenu
      label="Insert"
      icon={Plus}
      button={{ title: 'Insert', ...focus }}
      items={[
        { label: 'Table', icon: Table, run: () => onInsert('table') },
        { label: 'Button', icon: RectangleHorizontal, run: () => onInsert('buttonLink') },
        { label: 'Callout', icon: Megaphone, run: insertCallout },
        ...(onFile ? [{ label: 'PDF file', icon: FileText, run: onFile }] : []),
        { label: 'Video', icon: SquarePlay, run: () => onInsert('video') },
      ]}
    />
  )
}
