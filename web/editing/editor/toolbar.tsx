import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  RemoveFormatting,
  Strikethrough,
  TextQuote,
  Underline,
} from 'lucide-react'
import { type MouseEvent, type RefObject, useState } from 'react'
import { moveFocus } from '../../ui/arrow-keys.ts'

type ToolbarProps = {
  editor: Editor
  /** Gets the one element of the toolbar that Tab reaches. */
  tabStop: RefObject<HTMLElement | null>
  onLink: () => void
  onPicture: () => void
}

type Tool = { name: string; label: string; icon: LucideIcon; run: (editor: Editor) => unknown }

const marks: Tool[] = [
  { name: 'bold', label: 'Bold', icon: Bold, run: ({ commands }) => commands.toggleBold() },
  { name: 'italic', label: 'Italic', icon: Italic, run: ({ commands }) => commands.toggleItalic() },
  {
    name: 'underline',
    label: 'Underline',
    icon: Underline,
    run: ({ commands }) => commands.toggleUnderline(),
  },
  { name: 'strike', label: 'Strike', icon: Strikethrough, run: ({ commands }) => commands.toggleStrike() },
  {
    name: 'orderedList',
    label: 'Ordered list',
    icon: ListOrdered,
    run: ({ commands }) => commands.toggleOrderedList(),
  },
  {
    name: 'bulletList',
    label: 'Bullet list',
    icon: List,
    run: ({ commands }) => commands.toggleBulletList(),
  },
  {
    name: 'blockquote',
    label: 'Blockquote',
    icon: TextQuote,
    run: ({ commands }) => commands.toggleBlockquote(),
  },
  { name: 'codeBlock', label: 'Code block', icon: Code, run: ({ commands }) => commands.toggleCodeBlock() },
]
const clean: Tool = {
  name: 'clean',
  label: 'Clean formatting',
  icon: RemoveFormatting,
  run: (editor) => editor.chain().unsetAllMarks().clearNodes().run(),
}
const levels = [1, 2, 3] as const

/**
 * The toolbar pattern of ARIA: Tab stops once, arrows move inside, Escape goes back to the text. A tool used by
 * keyboard keeps the focus; used by mouse, the text never loses it.
 */
export function Toolbar({ editor, tabStop, onLink, onPicture }: ToolbarProps) {
  const [stop, setStop] = useState('style')
  const { level, active } = useEditorState({
    editor,
    selector: ({ editor }) => ({
      level: levels.find((level) => editor.isActive('heading', { level })) ?? 0,
      active: ['link', 'image', ...marks.map(({ name }) => name)].filter((name) => editor.isActive(name)),
    }),
  })
  const tools: Tool[] = [
    ...marks,
    { name: 'link', label: 'Link', icon: Link, run: onLink },
    { name: 'image', label: 'Image', icon: Image, run: onPicture },
    clean,
  ]
  const setTabStop = (element: HTMLElement | null) => {
    tabStop.current = element
  }
  const rovingFocus = (name: string) => ({
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
        else moveFocus(event, 'button, select')
      }}
    >
      <select
        aria-label="Text style"
        value={level}
        onChange={(event) => {
          const level = levels.find((known) => String(known) === event.currentTarget.value)
          if (level) editor.commands.setHeading({ level })
          else editor.commands.setParagraph()
        }}
        {...rovingFocus('style')}
      >
        <option value={0}>Normal</option>
        {levels.map((level) => (
          <option key={level} value={level}>
            Heading {level}
          </option>
        ))}
      </select>
      {tools.map(({ name, label, icon: Icon, run }) => (
        <button
          key={name}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={name === clean.name ? undefined : active.includes(name)}
          onMouseDown={keepFocus}
          onClick={() => run(editor)}
          {...rovingFocus(name)}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
