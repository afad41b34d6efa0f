import type { Editor } from '@tiptap/react'
import { useId, useState } from 'react'
import { isOwnAddress } from '../../../contract/link-address.ts'
import { linkProblem, readLinkAddress } from '../extensions.ts'
import { oneLine } from './button-link.ts'
import { BarField, FieldsBar } from './fields-bar.tsx'
import { findSelectedBlock, insertBlock } from './insert-block.ts'

const addressHint =
  'The link can be a web page (example.org), a page of this site (/waitlist), an email address, or a phone number (tel:...).'

export function ButtonBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [selected] = useState(() => findSelectedBlock(editor))
  const given = selected?.name === 'buttonLink' ? selected.attrs : undefined
  const [label, setLabel] = useState(String(given?.label ?? ''))
  const [typed, setTyped] = useState(String(given?.href ?? ''))
  const [problem, setProblem] = useState<{ field: 'label' | 'url'; text: string }>()
  const problemId = useId()
  const hintId = useId()

  function apply() {
    const text = oneLine(label)
    const href = readLinkAddress(typed) ?? (isOwnAddress(typed.trim()) ? typed.trim() : undefined)
    if (text === '') return setProblem({ field: 'label', text: 'Enter the text of the button.' })
    if (!href) return setProblem({ field: 'url', text: linkProblem })
    const attrs = { label: text, href }
    if (given) editor.commands.updateAttributes('buttonLink', attrs)
    else insertBlock(editor, { type: 'buttonLink', attrs })
    onClose()
  }

  return (
    <FieldsBar
      label="Button"
      button={given ? 'Save' : 'Insert'}
      problem={problem?.text ?? ''}
      problemId={problemId}
      hint={{ id: hintId, text: addressHint }}
      onApply={apply}
      onClose={onClose}
    >
      <BarField
        label="Button text"
        value={label}
        onChange={setLabel}
        isFirst
        problemId={problem?.field === 'label' ? problemId : undefined}
      />
      <BarField
        label="Button link"
        inputMode="url"
        hintId={hintId}
        value={typed}
        onChange={setTyped}
        problemId={problem?.field === 'url' ? problemId : undefined}
      />
    </FieldsBar>
  )
}
