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
import { type MouseEvent, useState } from 'react'
import { moveFocus } from '../arrow-keys.ts'

type ToolbarProps = { editor: Editor; onLink: () => void; onPicture: () => void }

type Tool = {
  name: string
  label: string
  icon: LucideIcon
  isOn?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const tools: Tool[] = [
  mark('bold', 'Bold', Bold, (editor) => editor.commands.toggleBold()),
  mark('italic', 'Italic', Italic, (editor) => editor.commands.toggleItalic()),
  mark('underline', 'Underline', Underline, (editor) => editor.commands.toggleUnderline()),
  mark('strike', 'Strike', Strikethrough, (editor) => editor.commands.toggleStrike()),
  mark('orderedList', 'Ordered list', ListOrdered, (editor) => editor.commands.toggleOrderedList()),
  mark('bulletList', 'Bullet list', List, (editor) => editor.commands.toggleBulletList()),
  mark('blockquote', 'Blockquote', TextQuote, (editor) => editor.commands.toggleBlockquote()),
  mark('codeBlock', 'Code block', Code, (editor) => editor.commands.toggleCodeBlock()),
]
const levels = [1, 2, 3] as const

function mark(name: string, label: string, icon: LucideIcon, run: Tool['run']): Tool {
  return { name, label, icon, run, isOn: (editor) => editor.isActive(name) }
}

/**
 * The toolbar pattern of ARIA: one stop of the Tab key, arrows inside, Escape back to the text. A tool used by
 * key keeps the focus; used by mouse, the text never loses it.
 */
export function Toolbar({ editor, onLink, onPicture }: ToolbarProps) {
  const [stop, setStop] = useState('style')
  const on = useEditorState({
    editor,
    selector: ({ editor }) => ({
      level: levels.find((level) => editor.isActive('heading', { level })) ?? 0,
      link: editor.isActive('link'),
      image: editor.isActive('image'),
      ...Object.fromEntries(tools.map(({ name, isOn }) => [name, isOn?.(editor) ?? false])),
    }),
  }) as { level: number; link: boolean; image: boolean } & Record<string, boolean | number>
  const shared = (name: string) => ({ tabIndex: stop === name ? 0 : -1, onFocus: () => setStop(name) })

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
        value={on.level}
        onChange={(event) => {
          const level = levels.find((one) => String(one) === event.currentTarget.value)
          if (level) editor.commands.setHeading({ level })
          else editor.commands.setParagraph()
        }}
        {...shared('style')}
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
          aria-pressed={Boolean(on[name])}
          onMouseDown={keepFocus}
          onClick={() => run(editor)}
          {...shared(name)}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
      <button
        type="button"
        aria-label="Link"
        title="Link"
        aria-pressed={on.link}
        onMouseDown={keepFocus}
        onClick={onLink}
        {...shared('link')}
      >
        <Link aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label="Image"
        title="Image"
        aria-pressed={on.image}
        onMouseDown={keepFocus}
        onClick={onPicture}
        {...shared('picture')}
      >
        <Image aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label="Clean formatting"
        title="Clean formatting"
        onMouseDown={keepFocus}
        onClick={() => editor.chain().unsetAllMarks().clearNodes().run()}
        {...shared('clean')}
      >
        <RemoveFormatting aria-hidden="true" />
      </button>
    </div>
  )
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
