import { MessageSquarePlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ScreenLink } from '../../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { useUnsavedQuestion } from '../../../../../core/web/admin/use-leave-guard.ts'
import { Button, SmallButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { TextField } from '../../../../../core/web/ui/field.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { postPaths } from '../../../../posts/contract/post-paths.ts'
import { toDraftHtml } from '../../../../posts/web/blog/draft-html.ts'
import { findParagraph } from '../../../../posts/web/editor/find-paragraph.ts'
import { inviteLimits } from '../../../contract/invites.ts'
import { commentCreate, commentDelete, type Review } from '../../../contract/reviews.ts'
import type { GuestComment, GuestText } from '../../../contract/writing-room.ts'

type Block = { html: string; text: string }

type ReviewedTextProps = { review: Review; text: GuestText; onChanged: () => Promise<void> }

/** The guest's text, paragraph by paragraph, with the comments on each paragraph */
export function ReviewedText({ review, text, onChanged }: ReviewedTextProps) {
  const blocks = useMemo(() => readBlocks(text.content), [text.content])
  /** Indexes of the paragraphs with an open comment form. Opening a second form keeps the text in the first one. */
  const [writing, setWriting] = useState<number[]>([])
  const guest = review.profile.name || review.invite.email
  const positions = useMemo(() => findPositions(review.comments, blocks), [review.comments, blocks])
  const { run: remove } = useApiMutation(commentDelete, {
    failure: 'The comment is still there.',
    isParallel: true,
    onSettled: onChanged,
  })

  function showComments(index: number | undefined, { withQuote = false } = {}) {
    return review.comments
      .filter(({ id }) => positions.get(id) === index)
      .map((comment) => (
        <Comment
          key={comment.id}
          comment={comment}
          guest={guest}
          onRemove={() => remove({ params: { id: review.invite.id, commentId: comment.id } })}
          withQuote={withQuote}
        />
      ))
  }

  // Comments whose paragraph no longer exists
  const lost = showComments(undefined, { withQuote: true })
  return (
    <>
      <h1 className="reading-title" dir="auto">
        {text.title}
      </h1>
      <p className="form-actions">
        <ScreenLink className="btn btn-quiet btn-small" href={postPaths.adminPost(text.id)}>
          Edit draft
        </ScreenLink>
      </p>
      {lost.length > 0 && (
        <section aria-label="Comments on passages that are gone" className="reading-lost">
          <p className="field-hint">These passages are no longer in the text:</p>
          {lost}
        </section>
      )}
      <ol className="reading-blocks">
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name, and none moves while it is read
          <li key={index} className="reading-block">
            <div
              className="shown-text editor-text prose"
              dir="auto"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved (features/posts/server/rendering/sanitize.ts)
              dangerouslySetInnerHTML={{ __html: toDraftHtml(block.html) }}
            />
            {!writing.includes(index) && !isBlank(block.html) && (
              <button
                type="button"
                className="reading-comment-button"
                onClick={() => setWriting([...writing, index])}
              >
                <MessageSquarePlus aria-hidden="true" /> Add comment
                <span className="sr-only"> on: {shorten(block.text, 60)}</span>
              </button>
            )}
            {showComments(index)}
            {writing.includes(index) && (
              <CommentForm
                inviteId={review.invite.id}
                paragraph={index}
                quote={shorten(block.text, inviteLimits.quote)}
                onSaved={onChanged}
                onClose={() => setWriting((open) => open.filter((other) => other !== index))}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

type CommentProps = {
  comment: GuestComment
  /** Name of the guest */
  guest: string
  onRemove: () => void
  withQuote: boolean
}

function Comment({ comment, guest, onRemove, withQuote }: CommentProps) {
  function askToRemove() {
    const isReplied = comment.answer !== ''
    if (confirm(isReplied ? `Delete this comment and ${guest}’s reply?` : 'Delete this comment?')) onRemove()
  }
  return (
    <div className={comment.doneAt ? 'comment comment-done' : 'comment'}>
      {withQuote && <blockquote dir="auto">{comment.quote}</blockquote>}
      <p dir="auto">{comment.text}</p>
      <p className="comment-facts">
        <span>{comment.writtenBy}</span>
        {comment.doneAt && <span className="badge badge-live">Done</span>}
        <TextButton onClick={askToRemove}>
          Delete<span className="sr-only"> the comment: {comment.text}</span>
        </TextButton>
      </p>
      {comment.answer !== '' && (
        <p className="comment-answer">
          <span dir="auto">{guest} replied:</span> <span dir="auto">{comment.answer}</span>
        </p>
      )}
    </div>
  )
}

type CommentFormProps = {
  inviteId: number
  paragraph: number
  quote: string
  onSaved: () => Promise<void>
  onClose: () => void
}

function CommentForm({ inviteId, paragraph, quote, onSaved, onClose }: CommentFormProps) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  useUnsavedQuestion(text !== '')
  const { run, busy, problem } = useApiMutation(commentCreate, {
    async onSuccess() {
      await onSaved()
      onClose()
    },
  })

  function save() {
    setMissing(text.trim() === '')
    if (text.trim() !== '') run({ params: { id: inviteId }, body: { paragraph, quote, text: text.trim() } })
  }

  return (
    <Form className="form comment-form" onSubmit={save}>
      <TextField
        label="Your comment"
        autoFocus
        maxLength={inviteLimits.comment}
        value={text}
        error={isMissing ? 'Write your comment first.' : problem && `Not saved. ${problem}`}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Escape closes an empty form only. Typed text is discarded with the Cancel button.
          if (event.key === 'Escape' && text === '') onClose()
        }}
      />
      <div className="form-actions">
        <Button type="submit" className="btn btn-small" busy={busy}>
          {busy ? 'Saving...' : 'Save comment'}
        </Button>
        <SmallButton onClick={onClose}>Cancel</SmallButton>
      </div>
    </Form>
  )
}

function findPositions(comments: GuestComment[], blocks: Block[]): Map<number, number | undefined> {
  const texts = blocks.map((block) => block.text)
  return new Map(comments.map((comment) => [comment.id, findParagraph(texts, comment)]))
}

function readBlocks(content: string): Block[] {
  const { body } = new DOMParser().parseFromString(content, 'text/html')
  return [...body.children].map((block) => ({ html: block.outerHTML, text: block.textContent.trim() }))
}

function shorten(text: string, max: number): string {
  // The cut may split a surrogate pair, and the server refuses lone surrogates.
  return text.slice(0, max).toWellFormed()
}

const isBlank = (html: string) => /^<p>(?:\s|&nbsp;|<br[^>]*>)*<\/p>$/.test(html)
