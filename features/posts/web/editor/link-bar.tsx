import type { Editor } from '@tiptap/react'
import { useId, useState } from 'react'
import { Button, SmallButton } from '../../../../core/web/ui/button.tsx'
import { linkProblem, readLinkAddress } from './extensions.ts'

/** Sets the link of the selected text. Not a form element, because it is inside the post's form. */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const given = String(editor.getAttributes('link').href ?? '')
  const [typed, setTyped] = useState(given)
  const [problem, setProblem] = useState('')
  const id = useId()

  function apply() {
    const href = readLinkAddress(typed)
    if (!href) return setProblem(linkProblem)
    const chain = editor.chain().extendMarkRange('link')
    // If no text is selected, insert the URL as the text of the link.
    if (editor.state.selection.empty && !given)
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else chain.setLink({ href }).run()
    onClose()
  }

  return (
    <div className="link-bar">
      <label htmlFor={id}>Link URL</label>
      <input
        type="text"
        inputMode="url"
        id={id}
        className="field-control"
        // biome-ignore lint/a11y/noAutofocus: the user has just opened it
        autoFocus
        value={typed}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else if (event.key === 'Enter') apply()
          else return
          event.preventDefault()
        }}
      />
      <Button className="btn btn-small" onClick={apply}>
        Apply
      </Button>
      {given && (
        <SmallButton
          onClick={() => {
            editor.chain().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          Remove link
        </SmallButton>
      )}
      <SmallButton onClick={onClose}>Cancel</SmallButton>
      {problem && (
        <p className="field-error" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
