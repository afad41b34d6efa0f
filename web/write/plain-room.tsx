import { paths } from '../../contracts/paths.ts'
import { postLimits } from '../../contracts/posts.ts'
import type { GuestComment, WritingRoom } from '../../contracts/writing-room.ts'
import type { Page } from '../page.ts'
import { Button, QuietButton } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { InputField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { plainFields } from '../ui/plain-fields.ts'
import { Brief } from './brief.tsx'
import { CommentText, DoneBox, ReadOnlyReply, ReplyField } from './comment-parts.tsx'
import { GuestPage } from './guest-page.tsx'
import { OwnLink, ownUrl } from './own-link.tsx'
import { profileFields } from './profile-fields.ts'
import { ReadOnlyText } from './read-only-text.tsx'
import { RoomStatus } from './room-status.tsx'

/** Values that a guest typed into the form without JavaScript */
export type PlainValues = {
  title: string
  /** Markdown */
  content: string
  name: string
  bio: string
  /** Version of the draft that the guest started from */
  version: number | undefined
  comments: { id: number; answer: string; done: boolean }[]
}

export type PlainProblem = {
  message: string
  errors?: Partial<Record<keyof typeof labels, string>>
  /** True if someone else has changed the draft. The page then shows their version next to the guest's. */
  isStale?: boolean
}

export type PlainRoomProps = {
  token: string
  /** Undefined if the database is unreachable */
  room?: WritingRoom
  /** Undefined if the guest cannot edit the draft now */
  values?: PlainValues
  problem?: PlainProblem
  did?: keyof typeof doneMessages | undefined
  /** True if an email server is set up; otherwise an editor has to send emails to the guest */
  byEmail: boolean
}

const doneMessages = {
  saved: 'Saved. You can close this page and come back with the same link.',
  'handed-in': 'Submitted. We’ve let the editor know. Thank you!',
  approved: 'Approved. We’ve let the editor know.',
} as const

const labels = {
  title: 'Title *',
  content: 'Your draft *',
  answers: 'Your reply',
  name: profileFields.name.label,
  bio: profileFields.bio.label,
} as const

const prefix = 'plain'
const answersId = 'plain-answers'

/** The writing room without JavaScript: a page that shows everything, with one form that saves and submits */
export const plainRoom: Page<PlainRoomProps> = {
  head: () => ({ title: 'Your writing page', description: 'Write your guest post here.' }),
  frame: 'bare',
  styles: 'admin',
  Body: ({ site, token, room, values, problem, did, byEmail }) => (
    <GuestPage
      site={site}
      title="Your writing page"
      lead={
        values
          ? 'This is the simple version of your writing page. Click Save to keep your work.'
          : 'Here’s the status of your draft.'
      }
    >
      {problem && (
        <ErrorSummary
          message={problem.message}
          fields={plainFields({ prefix, labels, values: {}, errors: problem.errors }).summary}
        />
      )}
      {did && (
        <Notice tone="success" autoFocus>
          <p>{doneMessages[did]}</p>
        </Notice>
      )}
      {room && (
        <>
          <RoomStatus
            room={room}
            publicUrl={site.publicUrl}
            byEmail={byEmail}
            timeZone={site.timeZone}
            approve={room.text && <ApproveForm token={token} hash={room.text.hash} />}
          />
          <Brief
            room={room}
            timeZone={site.timeZone}
            isOpen={room.isOpen}
            link={<OwnLink url={ownUrl(token, site.publicUrl)} siteName={site.name} />}
          />
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

type TextFormProps = {
  token: string
  values: PlainValues
  comments: GuestComment[]
  problem: PlainProblem | undefined
}

function TextForm({ token, values, comments, problem }: TextFormProps) {
  const { field } = plainFields({ prefix, labels, values, errors: problem?.errors })
  return (
    <form className="form" method="post" action={paths.plainRoom(token)} noValidate>
      {values.version !== undefined && <input type="hidden" name="version" value={values.version} />}
      <InputField {...field('title')} dir="auto" required autoComplete="off" maxLength={postLimits.title} />
      <TextField
        {...field('content')}
        dir="auto"
        required
        className="field-control field-text plain-text"
        hint="Leave a blank line between paragraphs. Start a line with ## to make it a heading."
      />
      {values.comments.length > 0 && (
        <section aria-labelledby={answersId} className="room-comments">
          <h2 id={answersId} tabIndex={-1}>
            Comments
          </h2>
          {problem?.errors?.answers && <p className="field-error">{problem.errors.answers}</p>}
          <ul>
            {values.comments.map(({ id, answer, done }) => {
              const comment = comments.find((known) => known.id === id)
              const about = comment?.text ?? `comment ${id}`
              return (
                <li key={id} className="comment">
                  {comment && <CommentText comment={comment} />}
                  <input type="hidden" name="comment" value={id} />
                  <ReplyField about={about} name="answer" rows={2} defaultValue={answer} />
                  <DoneBox about={about} name="done" value={id} defaultChecked={done} />
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <InputField {...profileFields.name} {...field('name')} dir="auto" />
      <TextField {...profileFields.bio} {...field('bio')} dir="auto" />
      <p className="field-hint">
        You can’t add images in this version. Images already in your draft will stay.
      </p>
      <div className="form-actions">
        <Button type="submit" name="action" value="save">
          Save
        </Button>
        <QuietButton type="submit" name="action" value="hand-in" aria-describedby="plain-hand-in">
          Save and submit
        </QuietButton>
      </div>
      <p className="field-hint" id="plain-hand-in">
        When you submit, the editor reads it next. You can’t edit it until they reply.
      </p>
    </form>
  )
}

function ReadComments({ comments }: { comments: GuestComment[] }) {
  if (comments.length === 0) return null
  return (
    <section aria-labelledby={answersId} className="room-comments">
      <h2 id={answersId}>Comments</h2>
      <ul>
        {comments.map((comment) => (
          <li key={comment.id} className={comment.doneAt ? 'comment comment-done' : 'comment'}>
            <CommentText comment={comment} />
            <ReadOnlyReply reply={comment.answer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ApproveForm({ token, hash }: { token: string; hash: string }) {
  return (
    <form method="post" action={paths.plainRoom(token)}>
      <input type="hidden" name="hash" value={hash} />
      <QuietButton type="submit" name="action" value="approve">
        Approve this draft
      </QuietButton>
    </form>
  )
}
