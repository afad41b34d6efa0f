import { call } from '../../../../core/web/api.ts'
import { explainFailure } from '../../../../core/web/api-failures.ts'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { findParagraph } from '../../../posts/web/editor/find-paragraph.ts'
import { inviteLimits } from '../../contract/invites.ts'
import { type GuestComment, roomCommentUpdate, type WritingRoom } from '../../contract/writing-room.ts'
import type { RoomAutosave } from './room-autosave.ts'

type CommentsProps = {
  token: string
  room: WritingRoom
  autosave: RoomAutosave
  /** Returns the elements of the paragraphs and other blocks that are on the screen. */
  blocks: () => Element[]
}

/** The editor's comments. The guest can mark them as done, and can reply while the draft is editable. */
export function Comments({ token, room, autosave, blocks }: CommentsProps) {
  const { comments, isOpen } = room
  if (comments.length === 0) return null
  const open = comments.filter(({ doneAt }) => !doneAt).length

  async function mark(comment: GuestComment, done: boolean) {
    // Optimistic update: the box is checked before the server responds.
    const doneAt = done ? new Date().toISOString() : undefined
    autosave.update({
      ...room,
      comments: comments.map((other) => (other.id === comment.id ? { ...other, doneAt } : other)),
    })
    try {
      const params = { token, id: comment.id }
      autosave.update(await call(roomCommentUpdate, { params, body: { done } }))
    } catch (error) {
      autosave.update(room)
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
              <TextButton onClick={() => showParagraph(comment, blocks())}>
                Show in the draft<span className="sr-only">: {comment.quote}</span>
              </TextButton>
            </p>
            {isOpen ? (
              <label className="comment-answer">
                <span>
                  Your reply<span className="sr-only"> to: {comment.text}</span>
                </span>
                <textarea
                  className="field-control field-text"
                  dir="auto"
                  maxLength={inviteLimits.answer}
                  rows={1}
                  defaultValue={autosave.values.answers[comment.id]}
                  onChange={(event) => autosave.reply(comment.id, event.currentTarget.value)}
                />
              </label>
            ) : (
              comment.answer !== '' && (
                <p className="comment-answer">
                  <span>Your reply</span> <span dir="auto">{comment.answer}</span>
                </p>
              )
            )}
            <CheckBox
              checked={comment.doneAt !== undefined}
              onChange={(event) => void mark(comment, event.currentTarget.checked)}
            >
              Done<span className="sr-only">: {comment.text}</span>
            </CheckBox>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Scrolls to the paragraph that the comment is about, and selects its text. */
function showParagraph(comment: GuestComment, blocks: readonly Element[]): void {
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
