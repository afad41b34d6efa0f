import { useSyncExternalStore } from 'react'
import { type GuestComment, inviteLimits } from '../../contracts/invites.ts'
import { explainFailure } from '../api-failures.ts'
import { findParagraph } from '../editing/find-paragraph.ts'
import { showToast } from '../ui/toast.ts'
import { markComment } from './room-calls.ts'
import type { RoomKeeper } from './room-keeper.ts'

/** What the editor says, paragraph by paragraph; each can be ticked off, and answered while the text is the guest's. */
export function Comments({ token, keeper }: { token: string; keeper: RoomKeeper }) {
  const { comments, isOpen } = useSyncExternalStore(keeper.subscribe, keeper.read).room
  if (comments.length === 0) return null
  const open = comments.filter(({ doneAt }) => !doneAt).length

  async function mark(comment: GuestComment, done: boolean) {
    const { room } = keeper.state
    // The box answers at once; what the server says comes after.
    const doneAt = done ? new Date().toISOString() : undefined
    keeper.learn({
      ...room,
      comments: room.comments.map((one) => (one.id === comment.id ? { ...one, doneAt } : one)),
    })
    try {
      keeper.learn(await markComment(token, comment.id, done))
    } catch (error) {
      keeper.learn(room)
      showToast({ title: 'Couldn’t mark it done.', description: explainFailure(error), tone: 'destructive' })
    }
  }

  return (
    <section aria-labelledby="comments-title" className="room-comments">
      <h2 id="comments-title">
        {open === 0 ? 'All comments done' : open === 1 ? '1 comment' : `${open} comments`}
      </h2>
      <ul>
        {comments.map((comment) => (
          <li key={comment.id} className={comment.doneAt ? 'comment comment-done' : 'comment'}>
            <blockquote dir="auto">{comment.quote}</blockquote>
            <p dir="auto">{comment.text}</p>
            <p className="comment-facts">
              <span>{comment.writtenBy}</span>
              <button type="button" className="text-button" onClick={() => showParagraph(comment)}>
                Show in the draft<span className="sr-only">: {comment.quote}</span>
              </button>
            </p>
            {isOpen ? (
              <label className="comment-answer">
                <span>
                  Your reply<span className="sr-only"> to: {comment.text}</span>
                </span>
                <textarea
                  className="field-control field-text"
                  rows={1}
                  dir="auto"
                  maxLength={inviteLimits.answer}
                  defaultValue={keeper.values.answers[comment.id]}
                  onChange={(event) => keeper.answer(comment.id, event.currentTarget.value)}
                />
              </label>
            ) : (
              comment.answer !== '' && (
                <p className="comment-answer">
                  <span>Your reply</span> <span dir="auto">{comment.answer}</span>
                </p>
              )
            )}
            <label className="check">
              <input
                type="checkbox"
                checked={comment.doneAt !== undefined}
                onChange={(event) => void mark(comment, event.currentTarget.checked)}
              />
              Done<span className="sr-only">: {comment.text}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Brings the paragraph into view, and marks it for a moment. */
function showParagraph(comment: GuestComment): void {
  const blocks = [...document.querySelectorAll<HTMLElement>('.editor-text > *')]
  const index = findParagraph(
    blocks.map((block) => block.textContent),
    comment,
  )
  const block = index === undefined ? undefined : blocks[index]
  if (!block) {
    showToast({
      title: 'That passage is no longer in your draft.',
      description: 'Check it off if that resolves it.',
    })
    return
  }
  block.scrollIntoView({ block: 'center' })
  getSelection()?.selectAllChildren(block)
}
