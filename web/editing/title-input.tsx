import type { ComponentProps } from 'react'

type TitleInputProps = ComponentProps<'textarea'> & { onEnter: () => void }

/** The title, which looks as it will on the page. A textarea, because long titles wrap; Enter goes on to the text. */
export function TitleInput({ onChange, onEnter, ...textarea }: TitleInputProps) {
  return (
    <textarea
      rows={1}
      dir="auto"
      aria-label="Title"
      aria-required
      placeholder="Title"
      {...textarea}
      onChange={(event) => {
        // A pasted title may have line breaks.
        event.target.value = event.target.value.replaceAll(/\s*\n\s*/g, ' ')
        onChange?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
