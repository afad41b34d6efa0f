import { MessageSquarePlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { inviteLimits } from '../../../contracts/invites.ts'
import { paths } from '../../../contracts/paths.ts'
import type { Review } from '../../../contracts/reviews.ts'
import type { GuestComment, GuestText } from '../../../contracts/writing-room.ts'
import { explainFailure } from '../../api-failures.ts'
import { findParagraph } from '../../editing/find-paragraph.ts'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'
import { addComment, deleteComment } from '../invites/invite-calls.ts'
import { ScreenLink } from '../screen-link.tsx'
import { callSignedIn } from '../sign-in-again.ts'
import { useUnsavedQuestion } from '../use-leave-guard.ts'

type Block = { html: string; text: string }

/** The text, paragraph by paragraph, each with what has been said about it. */
export function ReviewedText({
  review,
  text,
  onChanged,
}: {
  review: Review
  text: GuestText
  onChanged: () => Promise<void>
}) {
  const blocks = useMemo(() => readBlocks(text.content), [text.content])
  /** The paragraphs with an open form: beginning another one takes no words away. */
  const [writing, setWriting] = useState<number[]>([])
  const guest = review.profile.name || review.invite.email
  const places = useMemo(() => place(review.comments, blocks), [review.comments, blocks])
  const lost = review.comments.filter((comment) => places.get(comment.id) === undefined)

  async function remove(comment: GuestComment) {
    const goesOn = confirm(
      comment.answer === '' ? 'Delete this comment?' : `Delete this comment and ${guest}’s reply?`,
    )
    if (!goesOn) return
    try {
      await callSignedIn(() => deleteComment(review.invite.id, comment.id))
    } catch (error) {
      showToast({
        title: 'The comment is still there.',
        description: explainFailure(error),
        tone: 'destructive',
      })
    }
    await onChanged()
  }

  return (
    <>
      <h1 className="reading-title" dir="auto">
        {text.title}
      </h1>
      <p className="form-actions">
        <ScreenLink className="btn btn-quiet btn-small" href={paths.adminPost(text.id)}>
          Edit draft
        </ScreenLink>
      </p>
      {lost.length > 0 && (
        <section aria-label="Comments on passages that are gone" className="reading-lost">
          <p className="field-hint">These passages are no longer in the text:</p>
          {lost.map((comment) => (
            <Comment
              key={comment.id}
              comment={comment}
              guest={guest}
              onRemove={() => void remove(comment)}
              withQuote
            />
          ))}
        </section>
      )}
      <ol className="reading-blocks">
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name, and none moves while it is read
          <li key={index} className="reading-block">
            <div
              className="shown-text editor-text prose"
              dir="auto"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved (server/posts/rendering/sanitize.ts)
              dangerouslySetInnerHTML={{ __html: block.html }}
            />
            {!writing.includes(index) && (
              <button
                type="button"
                className="reading-comment-button"
                onClick={() => setWriting([...writing, index])}
              >
                <MessageSquarePlus aria-hidden="true" /> Add comment
                <span className="sr-only"> on: {shorten(block.text, 60)}</span>
              </button>
            )}
            {review.comments
              .filter((comment) => places.get(comment.id) === index)
              .map((comment) => (
                <Comment
                  key={comment.id}
                  comment={comment}
                  guest={guest}
                  onRemove={() => void remove(comment)}
                />
              ))}
            {writing.includes(index) && (
              <CommentForm
                onClose={() => setWriting((open) => open.filter((one) => one !== index))}
                onSend={async (words) => {
                  await callSignedIn(() =>
                    addComment(review.invite.id, {
                      paragraph: index,
                      quote: shorten(block.text, inviteLimits.quote),
                      text: words,
                    }),
                  )
                  await onChanged()
                }}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function Comment({
  comment,
  guest,
  onRemove,
  withQuote = false,
}: {
  comment: GuestComment
  /** Their name. */
  guest: string
  onRemove: () => void
  withQuote?: boolean
}) {
  return (
    <div className={comment.doneAt ? 'comment comment-done' : 'comment'}>
      {withQuote && <blockquote dir="auto">{comment.quote}</blockquote>}
      <p dir="auto">{comment.text}</p>
      <p className="comment-facts">
        <span>{comment.writtenBy}</span>
        {comment.doneAt && <span className="badge badge-live">Done</span>}
        <button type="button" className="text-button" onClick={onRemove}>
          Delete<span className="sr-only"> the comment: {comment.text}</span>
        </button>
      </p>
      {comment.answer !== '' && (
        <p className="comment-answer">
          <span dir="auto">{guest} replied:</span> <span dir="auto">{comment.answer}</span>
        </p>
      )}
    </div>
  )
}

function CommentForm({ onSend, onClose }: { onSend: (text: string) => Promise<void>; onClose: () => void }) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useUnsavedQuestion(text !== '')
  return (
    <form
      className="form comment-form"
      noValidate
      onSubmit={async (event) => {
        event.preventDefault()
        if (busy) return
        if (text.trim() === '') return setProblem('Write your comment first.')
        setBusy(true)
        try {
          await onSend(text.trim())
          onClose()
        } catch (error) {
          setProblem(`Not saved. ${explainFailure(error)}`)
          setBusy(false)
        }
      }}
    >
      <TextField
        label="Your comment"
        // It was opened to be filled in.
        autoFocus
        maxLength={inviteLimits.comment}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // What has been typed goes only by Cancel.
          if (event.key === 'Escape' && text === '') onClose()
        }}
      />
      <div className="form-actions">
        <button type="submit" className="btn btn-small" aria-disabled={busy || undefined}>
          {busy ? 'Saving...' : 'Save comment'}
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function place(comments: GuestComment[], blocks: Block[]): Map<number, number | undefined> {
  const texts = blocks.map((block) => block.text)
  return new Map(comments.map((comment) => [comment.id, findParagraph(texts, comment)]))
}

function readBlocks(content: string): Block[] {
  const { body } = new DOMParser().parseFromString(content, 'text/html')
  return [...body.children].map((block) => ({ html: block.outerHTML, text: block.textContent.trim() }))
}

function shorten(text: string, most: number): string {
  return text.slice(0, most).toWellFormed()
}
