import { type GuestComment, inviteLimits, type WritingRoom } from '../../contracts/invites.ts'
import { paths } from '../../contracts/paths.ts'
import { postLimits } from '../../contracts/posts.ts'
import type { Page } from '../page.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { InputField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Brief } from './brief.tsx'
import { GuestPage } from './guest-page.tsx'
import { ReadOnlyText } from './read-only-text.tsx'
import { RoomStatus } from './room-status.tsx'

/** What a guest has typed into the plain form. */
export type PlainValues = {
  title: string
  /** Markdown. */
  content: string
  name: string
  bio: string
  /** Of the text that the changes were made to. */
  version: number | undefined
  comments: { id: number; answer: string; done: boolean }[]
}

export type PlainProblem = {
  message: string
  errors?: Partial<Record<keyof typeof labels, string>>
  /** Somebody else has changed the text: it is shown beside what was typed. */
  isStale?: boolean
}

type PlainRoomProps = {
  token: string
  /** Left out where our records cannot be reached. */
  room?: WritingRoom
  /** Left out where nothing can be typed. */
  values?: PlainValues
  problem?: PlainProblem
  did?: keyof typeof said | undefined
}

const said = {
  saved: 'Saved. You can close this page, and open it again with the same link.',
  'handed-in': 'Handed in. The editor has been told. Thank you!',
  approved: 'Approved. The editor has been told.',
} as const

const labels = {
  title: 'Title *',
  content: 'Your text *',
  answers: 'Your answer',
  name: 'Your name *',
  bio: 'A few words about you',
} as const

const idOf = (field: keyof typeof labels) => `plain-${field}`

/** The writing room without script: everything is read here, and one plain form saves and hands in. */
export const plainRoom: Page<PlainRoomProps> = {
  head: () => ({ title: 'Your writing room', description: 'Write your guest post here.' }),
  frame: 'bare',
  styles: 'admin',
  Body: ({ site, token, room, values, problem, did }) => (
    <GuestPage
      site={site}
      title="Your writing room"
      lead={
        values
          ? 'This page works without JavaScript. Save before you leave it.'
          : 'Here is how your text stands.'
      }
    >
      {problem && (
        <ErrorSummary
          message={problem.message}
          fields={(Object.keys(labels) as (keyof typeof labels)[]).map((field) => ({
            id: idOf(field),
            label: labels[field],
            error: problem.errors?.[field],
          }))}
        />
      )}
      {did && (
        <Notice tone="success" autoFocus>
          <p>{said[did]}</p>
        </Notice>
      )}
      {room && (
        <>
          <RoomStatus
            room={room}
            publicUrl={site.publicUrl}
            timeZone={site.timeZone}
            approve={room.text && <ApproveForm token={token} hash={room.text.hash} />}
          />
          <Brief room={room} timeZone={site.timeZone} isOpen={room.isOpen} />
        </>
      )}
      {values && (!room || room.isOpen) && (
        <TextForm token={token} values={values} comments={room?.comments ?? []} problem={problem} />
      )}
      {values && room && !room.isOpen && (
        <TextField label="What you typed" readOnly rows={12} dir="auto" defaultValue={values.content} />
      )}
      {room && !room.isOpen && <ReadComments comments={room.comments} />}
      {room?.text &&
        (room.isOpen && !problem?.isStale ? (
          <details className="room-brief">
            <summary>How readers will see it</summary>
            <ReadOnlyText text={room.text} />
          </details>
        ) : (
          <ReadOnlyText text={room.text} />
        ))}
    </GuestPage>
  ),
}

function TextForm({
  token,
  values,
  comments,
  problem,
}: {
  token: string
  values: PlainValues
  comments: GuestComment[]
  problem: PlainProblem | undefined
}) {
  const field = (name: Exclude<keyof typeof labels, 'answers'>) => ({
    label: labels[name],
    name,
    id: idOf(name),
    dir: 'auto',
    defaultValue: values[name],
    error: problem?.errors?.[name],
  })
  return (
    <form className="form" method="post" action={paths.plainRoom(token)} noValidate>
      {values.version !== undefined && <input type="hidden" name="version" value={values.version} />}
      <InputField {...field('title')} required autoComplete="off" maxLength={postLimits.title} />
      <TextField
        {...field('content')}
        required
        className="field-control field-text plain-text"
        hint="Leave an empty line between paragraphs. A line that begins with ## is a heading."
      />
      {values.comments.length > 0 && (
        <section aria-labelledby={idOf('answers')} className="room-comments">
          <h2 id={idOf('answers')} tabIndex={-1}>
            Comments
          </h2>
          {problem?.errors?.answers && <p className="field-error">{problem.errors.answers}</p>}
          <ul>
            {values.comments.map(({ id, answer, done }) => {
              const comment = comments.find((one) => one.id === id)
              const about = comment?.text ?? `comment ${id}`
              return (
                <li key={id} className="comment">
                  {comment && <CommentWords comment={comment} />}
                  <input type="hidden" name="comment" value={id} />
                  <label className="comment-answer">
                    <span>
                      {labels.answers}
                      <span className="sr-only"> to: {about}</span>
                    </span>
                    <textarea
                      className="field-control field-text"
                      name="answer"
                      rows={2}
                      dir="auto"
                      maxLength={inviteLimits.answer}
                      defaultValue={answer}
                    />
                  </label>
                  <label className="check">
                    <input type="checkbox" name="done" value={id} defaultChecked={done} />
                    Done<span className="sr-only">: {about}</span>
                  </label>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <InputField
        {...field('name')}
        required
        autoComplete="name"
        maxLength={inviteLimits.name}
        hint="As readers see it."
      />
      <TextField
        {...field('bio')}
        maxLength={inviteLimits.bio}
        hint="Optional. Who you are and what you do, in a sentence or two."
      />
      <p className="field-hint">
        Pictures are added where JavaScript runs. Those that are in your text stay in it.
      </p>
      <div className="form-actions">
        <button type="submit" name="action" value="save" className="btn">
          Save
        </button>
        <button
          type="submit"
          name="action"
          value="hand-in"
          className="btn btn-quiet"
          aria-describedby="plain-hand-in"
        >
          Save and hand in
        </button>
      </div>
      <p className="field-hint" id="plain-hand-in">
        The editor reads it next. Until they answer, you can look at it here but not change it.
      </p>
    </form>
  )
}

function ReadComments({ comments }: { comments: GuestComment[] }) {
  if (comments.length === 0) return null
  return (
    <section aria-labelledby={idOf('answers')} className="room-comments">
      <h2 id={idOf('answers')}>Comments</h2>
      <ul>
        {comments.map((comment) => (
          <li key={comment.id} className={comment.doneAt ? 'comment comment-done' : 'comment'}>
            <CommentWords comment={comment} />
            {comment.answer !== '' && (
              <p className="comment-answer">
                <span>{labels.answers}</span> <span dir="auto">{comment.answer}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function CommentWords({ comment }: { comment: GuestComment }) {
  return (
    <>
      <blockquote dir="auto">{comment.quote}</blockquote>
      <p dir="auto">{comment.text}</p>
      <p className="comment-facts">
        <span>{comment.writtenBy}</span>
      </p>
    </>
  )
}

function ApproveForm({ token, hash }: { token: string; hash: string }) {
  return (
    <form method="post" action={paths.plainRoom(token)}>
      <input type="hidden" name="hash" value={hash} />
      <button type="submit" name="action" value="approve" className="btn">
        Approve this text
      </button>
    </form>
  )
}
