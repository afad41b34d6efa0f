import { useAreFilled } from '../../../../core/web/admin-simple/use-are-filled.ts'

type ExcerptButtonProps = {
  /** Id of the field with the post's text */
  contentId: string
}

/** The button that generates an excerpt. It is disabled while there is no content. */
export function ExcerptButton({ contentId }: ExcerptButtonProps) {
  const hasContent = useAreFilled(contentId)
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
