import type { ComponentProps, ReactNode } from 'react'
import { inviteLimits } from '../../contracts/invites.ts'
import type { GuestComment } from '../../contracts/writing-room.ts'
import { CheckBox } from '../ui/check-box.tsx'

// Parts of a comment, shared by the writing rooms with and without JavaScript.

/** The editor's comment with the passage that it is about */
export function CommentText({ comment, children }: { comment: GuestComment; children?: ReactNode }) {
  return (
    <>
      <blockquote dir="auto">{comment.quote}</blockquote>
      <p dir="auto">{comment.text}</p>
      <p className="comment-facts">
        <span>{comment.writtenBy}</span>
        {children}
      </p>
    </>
  )
}

/** The guest's reply, shown while the guest cannot edit the draft */
export function ReadOnlyReply({ reply }: { reply: string }) {
  if (reply === '') return null
  return (
    <p className="comment-answer">
      <span>Your reply</span> <span dir="auto">{reply}</span>
    </p>
  )
}

/** `about`: the text of the comment, for screen readers. */
export function ReplyField({ about, ...textarea }: { about: string } & ComponentProps<'textarea'>) {
  return (
    <label className="comment-answer">
      <span>
        Your reply<span className="sr-only"> to: {about}</span>
      </span>
      <textarea
        className="field-control field-text"
        dir="auto"
        maxLength={inviteLimits.answer}
        {...textarea}
      />
    </label>
  )
}

/** `about`: the text of the comment, for screen readers. */
export function DoneBox({ about, ...checkbox }: { about: string } & ComponentProps<'input'>) {
  return (
    <CheckBox {...checkbox}>
      Done<span className="sr-only">: {about}</span>
    </CheckBox>
  )
}
