import { X } from 'lucide-react'
import { useId, useRef } from 'react'
import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { cleanTags, postLimits } from '../../contract/posts.ts'

export function TagField({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  function add() {
    const typed = input.current?.value ?? ''
    if (input.current) input.current.value = ''
    if (typed.trim() !== '') onChange(cleanTags([...tags, typed]))
  }

  return (
    <div className="field">
      <label htmlFor={id}>Tags</label>
      {tags.length > 0 && (
        <ul className="tag-list">
          {tags.map((tag) => (
            <li key={tag}>
              <span dir="auto">{tag}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => {
                  onChange(tags.filter((other) => other !== tag))
                  input.current?.focus()
                }}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="tag-entry">
        <input
          type="text"
          id={id}
          ref={input}
          className="field-control"
          dir="auto"
          placeholder="Type a tag and press Enter"
          maxLength={postLimits.tag}
          // Without this, saving would lose a tag that was typed but not confirmed with Enter.
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
        />
        <SmallButton
          onClick={() => {
            add()
            input.current?.focus()
          }}
        >
          Add
        </SmallButton>
      </div>
    </div>
  )
}
