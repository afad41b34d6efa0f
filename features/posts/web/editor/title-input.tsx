import type { ComponentProps } from 'react'

type TitleInputProps = ComponentProps<'textarea'> & { onEnter: () => void }

/**
 * The title field, styled like the title on the public page. A textarea, because long titles wrap. Enter moves on to
 * the text editor.
 */
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
        // Replaces line breaks, which pasted text may contain.
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
