import { useEffect, useState } from 'react'

type ExcerptButtonProps = {
  /** Id of the field with the post's text. */
  contentId: string
}

/**
 * Sends the form for an excerpt. Without script it always can, and the answer says what is missing; with script it
 * waits until there is content.
 */
export function ExcerptButton({ contentId }: ExcerptButtonProps) {
  const [hasContent, setHasContent] = useState(true)

  // The field is not React's: it stands in the server's page.
  useEffect(() => {
    const field = document.getElementById(contentId) as HTMLTextAreaElement | null
    if (!field) return
    const look = () => setHasContent(field.value.trim() !== '')
    look()
    field.addEventListener('input', look)
    return () => field.removeEventListener('input', look)
  }, [contentId])

  return (
    <>
      <button
        type="submit"
        name="action"
        value="excerpt"
        className="btn btn-quiet btn-small"
        disabled={!hasContent}
        aria-describedby="excerpt-button-hint"
      >
        AI Generate Excerpt
      </button>
      <p className="field-hint" id="excerpt-button-hint">
        {hasContent ? 'Made from the content below.' : 'Write some content first.'}
      </p>
    </>
  )
}
