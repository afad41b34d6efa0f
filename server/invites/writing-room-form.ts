import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { correctFields } from '../../contracts/form-fields.ts'
import { roomRequest, type WritingRoom } from '../../contracts/invites.ts'
import { rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { simplePostMessages } from '../../contracts/post-form.ts'
import { postLimits } from '../../contracts/posts.ts'
import type { PlainProblem, PlainValues } from '../../web/write/plain-room.tsx'
import { isDatabaseAway } from '../db/connect.ts'
import type { App, RouteDeps } from '../http/app.ts'
import type { ReadOrBusy } from '../posts/markdown.ts'
import { type MailingDeps, readMailing } from './invite-mails.ts'
import { readPlainText, toPlainText } from './plain-text.ts'
import {
  approveText,
  findRoom,
  markComment,
  type RoomResult,
  saveRoom,
  staleWords,
  submitText,
} from './writing-room.ts'
import { type RoomSaves, tooManySaves } from './writing-room-saves.ts'

/** Bytes: a form writes a character of text in up to nine. */
const bodyLimit = 9 * postLimits.content + 64 * 1024

const params = z.object({ token: z.string() })
const many = z.optional(z.union([z.string(), z.array(z.string())]))
const text = z.optional(z.string())

const plainForm = z.strictObject({
  action: z.enum(['save', 'hand-in', 'approve']),
  title: text,
  content: text,
  name: text,
  bio: text,
  version: z.optional(rowId),
  /** Of the text that is approved. */
  hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** The comments in their order, what is answered to each, and those that are done. */
  comment: many,
  answer: many,
  done: many,
})
type PlainForm = z.infer<typeof plainForm>

const outcomes = ['saved', 'handed-in', 'approved'] as const

/** The writing room as a plain page with a plain form, for browsers without script. */
export function addPlainRoom(app: App, deps: RouteDeps & MailingDeps, saves: RoomSaves): void {
  const { config, db, sendPage } = deps
  const byEmail = config.mail.smtpUrl !== undefined

  app.get(
    paths.plainRoom(':token'),
    {
      config: { audience: 'guest', kind: 'page' },
      schema: { hide: true, params, querystring: z.object({ did: z.optional(z.enum(outcomes)) }) },
    },
    async (request, reply) => show(reply, request.params.token, 200, { did: request.query.did }),
  )

  app.post(
    paths.plainRoom(':token'),
    {
      config: { audience: 'guest', kind: 'form' },
      bodyLimit,
      schema: { hide: true, params, body: plainForm },
    },
    async (request, reply) => {
      const { token } = request.params
      const form = request.body
      if (form.action === 'approve') {
        const result = await approveText(db, token, form.hash ?? '', await readMailing(deps))
        if (result.outcome === 'done') return reply.redirect(paths.plainRoomDid(token, 'approved'), 303)
        const detail = 'detail' in result ? result.detail : ''
        return show(reply, token, 409, { problem: { message: `Not approved. ${detail}` } })
      }
      const values = valuesOf(form)
      try {
        const problem = await save(request, token, values, form.action === 'hand-in')
        if (problem?.retryAfterSeconds) {
          reply.header('retry-after', problem.retryAfterSeconds)
          const { status, message } = problem
          return sendPage(
            reply,
            { page: 'plainRoom', props: { token, values, byEmail, problem: { message } } },
            status,
          )
        }
        if (problem) return show(reply, token, problem.status, { values, problem })
      } catch (error) {
        const away = isDatabaseAway(error)
        if (away) reply.header('retry-after', 5)
        else request.log.error({ err: error }, 'a request failed')
        const message = away ? simplePostMessages.unreachable : simplePostMessages.somethingWrong
        return sendPage(
          reply,
          { page: 'plainRoom', props: { token, values, byEmail, problem: { message } } },
          away ? 503 : 500,
        )
      }
      return reply.redirect(paths.plainRoomDid(token, form.action === 'save' ? 'saved' : 'handed-in'), 303)
    },
  )

  /** Saves everything, and then hands it in if that is wished. Undefined: done. */
  async function save(
    request: FastifyRequest,
    token: string,
    values: PlainValues,
    handsIn: boolean,
  ): Promise<(PlainProblem & { status: number; retryAfterSeconds?: number }) | undefined> {
    const found = await findRoom(db, token)
    // `show` says so.
    if (found.state !== 'open') return { status: 410, message: '' }
    const { room } = found
    const wait = await saves.secondsToWait(request, room.id)
    if (wait) return { status: 429, message: `Not saved. ${tooManySaves}`, retryAfterSeconds: wait }
    const { title, name, bio, version } = values
    const call = roomRequest.safeParse({
      ...{ title, name, bio, content: '', photoUrl: room.profile.photoUrl },
      answers: values.comments.map(({ id, answer }) => ({ id, text: answer })),
      ...(version !== undefined && { version }),
    })
    if (!call.success) {
      const errors: PlainProblem['errors'] = {}
      for (const { path, message } of call.error.issues) errors[path[0] as keyof typeof errors] ??= message
      return { status: 422, message: `Not saved. ${correctFields}`, errors }
    }
    const unread = await refuseUnread(room, values)
    if (unread) return unread
    const read = await readOnce(room, values.content)
    if (read.outcome === 'busy')
      return { status: 503, message: `Not saved. ${simplePostMessages.busy}`, retryAfterSeconds: 5 }
    if (read.outcome === 'too-tangled')
      return {
        status: 422,
        message: `Not saved. ${correctFields}`,
        errors: { content: simplePostMessages.tooTangled },
      }
    const saved = await saveRoom(db, token, { ...call.data, content: read.html })
    if (saved.outcome !== 'done') return refuse('Not saved.', saved, values)
    saves.keepTyped(saved.room, values.content, 'markdown')
    await markDone(token, saved.room, values)
    if (!handsIn) return undefined

    const errors = findMissing(values, saved.room)
    if (Object.keys(errors).length > 0) {
      keepVersion(values, saved.room)
      return { status: 422, message: `Saved, but not submitted yet. ${correctFields}`, errors }
    }
    const handedIn = await submitText(db, token, saved.room.text?.hash ?? '', await readMailing(deps))
    return handedIn.outcome === 'done' ? undefined : refuse('Not submitted.', handedIn, values)
  }

  /** What can be told before the text is read, which is expensive. */
  async function refuseUnread(
    room: WritingRoom,
    values: PlainValues,
  ): Promise<(PlainProblem & { status: number }) | undefined> {
    if (values.content.length > postLimits.content) {
      const max = postLimits.content.toLocaleString('en-US')
      const content = `Up to ${max} characters. Shorten your draft and try again.`
      return { status: 422, message: `Not saved. ${correctFields}`, errors: { content } }
    }
    if (!room.isOpen) return refuse('Not saved.', staleWords.withEditor(room), values)
    const isOld = room.text !== undefined && room.text.version !== values.version
    if (isOld && !isTyped(room, values.content) && !(await isShown(room, values.content)))
      return refuse('Not saved.', staleWords.changedByEditor(room), values)
    return undefined
  }

  async function readOnce(room: WritingRoom, typed: string): Promise<ReadOrBusy> {
    if (room.text && isTyped(room, typed)) return { outcome: 'read', html: room.text.content }
    return saves.readOnce(room.id, () => readPlainText(typed, room.text?.content ?? ''))
  }

  /** Whether the box still holds what it showed, so that only words about the guest may have changed. */
  async function isShown({ text }: WritingRoom, typed: string): Promise<boolean> {
    return typed.trim() === (await toPlainText(text?.content ?? '')).trim()
  }

  const isTyped = (room: WritingRoom, typed: string) => saves.isLastTyped(room, typed, 'markdown')

  async function markDone(token: string, room: WritingRoom, values: PlainValues): Promise<void> {
    const done = new Map(values.comments.map((comment) => [comment.id, comment.done]))
    for (const { id, doneAt } of room.comments) {
      const isDone = done.get(id)
      if (isDone !== undefined && isDone !== (doneAt !== undefined)) await markComment(db, token, id, isDone)
    }
  }

  async function show(
    reply: FastifyReply,
    token: string,
    status: number,
    outcome: { values?: PlainValues; problem?: PlainProblem; did?: (typeof outcomes)[number] | undefined },
  ) {
    const found = await findRoom(db, token)
    if (found.state !== 'open')
      return sendPage(
        reply,
        { page: 'invitation', props: { state: found.state } },
        found.state === 'unknown' ? 404 : 410,
      )
    const { room } = found
    const values = outcome.values ?? (room.isOpen ? await valuesNow(room) : undefined)
    return sendPage(
      reply,
      { page: 'plainRoom', props: { ...outcome, token, room, byEmail, ...(values && { values }) } },
      status,
    )
  }
}

/** What keeps a text from being saved or handed in. The guest sees the text that is there now, and may save over it. */
function refuse(
  what: string,
  result: Exclude<RoomResult, { outcome: 'done' }>,
  values: PlainValues,
): PlainProblem & { status: number } {
  if (result.outcome === 'refused') return { status: 422, message: `${what} ${result.detail}` }
  if (result.outcome !== 'stale') return { status: 410, message: '' }
  keepVersion(values, result.current)
  const advice = result.current.isOpen
    ? ' Their version is shown below. If you save again, yours replaces it.'
    : ''
  return { status: 409, message: `${what} ${result.detail}${advice}`, isStale: true }
}

function keepVersion(values: PlainValues, room: WritingRoom): void {
  if (room.text) values.version = room.text.version
}

function findMissing(values: PlainValues, room: WritingRoom): NonNullable<PlainProblem['errors']> {
  return {
    ...(values.title.trim() === '' && { title: 'Give your draft a title first.' }),
    ...(!room.text && { content: 'Write your draft first.' }),
    ...(values.name.trim() === '' && { name: 'Enter your name first, the way readers will see it.' }),
  }
}

/** A form sends every line break as two characters. */
const unbroken = (typed: string | undefined) => (typed ?? '').replaceAll('\r\n', '\n')

function valuesOf(form: PlainForm): PlainValues {
  const answers = listOf(form.answer)
  const done = new Set(listOf(form.done))
  return {
    title: unbroken(form.title),
    content: unbroken(form.content),
    name: unbroken(form.name),
    bio: unbroken(form.bio),
    version: form.version,
    comments: listOf(form.comment).map((id, index) => ({
      id: Number(id),
      answer: unbroken(answers[index]),
      done: done.has(id),
    })),
  }
}

const listOf = (sent: string | string[] | undefined) => [sent ?? []].flat()

async function valuesNow({ text, topic, profile, comments }: WritingRoom): Promise<PlainValues> {
  return {
    title: text?.title ?? topic,
    content: await toPlainText(text?.content ?? ''),
    name: profile.name,
    bio: profile.bio,
    version: text?.version,
    comments: comments.map(({ id, answer, doneAt }) => ({ id, answer, done: doneAt !== undefined })),
  }
}
