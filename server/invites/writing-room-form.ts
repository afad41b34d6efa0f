import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { checkForm, correctFields } from '../../contracts/form-fields.ts'
import { rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { simplePostMessages } from '../../contracts/post-form.ts'
import { postLimits } from '../../contracts/posts.ts'
import { missingMessages, roomRequest, type WritingRoom } from '../../contracts/writing-room.ts'
import type { View } from '../../web/render.tsx'
import type { PlainProblem, PlainRoomProps, PlainValues } from '../../web/write/plain-room.tsx'
import { sendsByHand } from '../connected-services.ts'
import type { Queryable } from '../db/connect.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { pageRoute } from '../http/page-route.ts'
import { type FormPage, plainForm } from '../http/plain-form.ts'
import { type MailingDeps, readMailing } from './invite-mails.ts'
import { markdown, toPlainText } from './plain-text.ts'
import { type SaveTypedRoom, type TypedRoom, tooManySaves } from './save-typed-room.ts'
import { findRoom, type RoomLookup } from './writing-room.ts'
import { approveText, markComments, type RoomRefusal, submitText } from './writing-room-changes.ts'

/** Bytes. URL encoding takes up to nine bytes for a character. */
const bodyLimit = 9 * postLimits.content + 64 * 1024

const params = z.object({ token: z.string() })
const many = z.optional(z.union([z.string(), z.array(z.string())]))
const text = z.optional(z.string())

const roomForm = z.strictObject({
  action: z.enum(['save', 'hand-in', 'approve']),
  title: text,
  content: text,
  name: text,
  bio: text,
  version: z.optional(rowId),
  /** SHA-256 of the text that the guest approves. */
  hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** Ids of the comments in order, the reply to each, and the ids of those marked done. */
  comment: many,
  answer: many,
  done: many,
})
type RoomForm = z.infer<typeof roomForm>

const outcomes = ['saved', 'handed-in', 'approved'] as const

type Shown =
  | Omit<PlainRoomProps, 'byEmail'>
  /** The room can no longer be opened. */
  | { state: Exclude<RoomLookup['state'], 'open'> }

type Context = { deps: RouteDeps & MailingDeps; saveTypedRoom: SaveTypedRoom }

/**
 * The writing room (where a guest author writes) as a plain page with a plain form, for browsers without JavaScript.
 */
export function addPlainRoom(app: App, deps: RouteDeps & MailingDeps, saveTypedRoom: SaveTypedRoom): void {
  const { db, sendPage, connections } = deps
  const isByEmail = async () => !(await sendsByHand(connections))
  const context = { deps, saveTypedRoom }

  const query = z.object({ did: z.optional(z.enum(outcomes)) })
  pageRoute(app, paths.plainRoom(':token'), { audience: 'guest', params, query }, async (request, reply) => {
    const { shown, status } = await showRoom(db, request.params.token, 200, { did: request.query.did })
    return sendPage(reply, await view(shown), status)
  })

  plainForm(app, deps, paths.plainRoom(':token'), {
    audience: 'guest',
    bodyLimit,
    params,
    body: roomForm,
    async run(request) {
      const { token } = request.params
      const { action, hash } = request.body
      if (action === 'approve') return approve(context, token, hash ?? '')
      const values = toValues(request.body)
      const refusal = await save(context, request, token, values, action === 'hand-in')
      if (!refusal) return paths.plainRoomDid(token, action === 'save' ? 'saved' : 'handed-in')
      const { status, retryAfterSeconds, problem } = refusal
      // Under load, the room is not loaded again.
      if (retryAfterSeconds !== undefined)
        return { status, retryAfterSeconds, shown: { token, values, problem } }
      return showRoom(db, token, status, { values, problem })
    },
    onError({ body, params: { token } }, isAway) {
      if (body.action === 'approve') return undefined
      const message = isAway ? simplePostMessages.unreachable : simplePostMessages.somethingWrong
      return { token, values: toValues(body), problem: { message } }
    },
    view,
  })

  async function view(shown: Shown): Promise<View> {
    if ('state' in shown) return { page: 'invitation', props: shown }
    return { page: 'plainRoom', props: { ...shown, byEmail: await isByEmail() } }
  }
}

async function showRoom(
  db: Queryable,
  token: string,
  status: number,
  outcome: Pick<PlainRoomProps, 'values' | 'problem' | 'did'>,
): Promise<FormPage<Shown>> {
  const found = await findRoom(db, token)
  if (found.state !== 'open')
    return { status: found.state === 'unknown' ? 404 : 410, shown: { state: found.state } }
  const { room } = found
  const values = outcome.values ?? (room.isOpen ? await valuesNow(room) : undefined)
  return { status, shown: { ...outcome, token, room, ...(values && { values }) } }
}

async function approve({ deps }: Context, token: string, hash: string): Promise<string | FormPage<Shown>> {
  const result = await approveText(deps.db, token, hash, await readMailing(deps))
  if (result.outcome === 'done') return paths.plainRoomDid(token, 'approved')
  const detail = 'detail' in result ? result.detail : ''
  return showRoom(deps.db, token, 409, { problem: { message: `Not approved. ${detail}` } })
}

/** Saves everything, and then submits it if `isSubmit`. Returns undefined if all of it succeeded. */
async function save(
  { deps, saveTypedRoom }: Context,
  request: FastifyRequest,
  token: string,
  values: PlainValues,
  isSubmit: boolean,
): Promise<SaveRefusal | undefined> {
  const input = parseRequest(values)
  if ('status' in input) return input
  const result = await saveTypedRoom(request, token, input, markdown)
  switch (result.outcome) {
    case 'limited': {
      const { retryAfterSeconds } = result
      return { status: 429, retryAfterSeconds, problem: { message: `Not saved. ${tooManySaves}` } }
    }
    case 'busy':
      return {
        status: 503,
        retryAfterSeconds: 5,
        problem: { message: `Not saved. ${simplePostMessages.busy}` },
      }
    case 'too-tangled':
      return refuseFields({ content: simplePostMessages.tooTangled })
    case 'done':
      break
    default:
      return refuse('Not saved.', result, values)
  }
  const { room } = result
  const marks = changedMarks(room, values)
  if (marks.length > 0) await markComments(deps.db, token, marks)
  return isSubmit ? submit(deps, token, room, values) : undefined
}

async function submit(
  deps: RouteDeps & MailingDeps,
  token: string,
  room: WritingRoom,
  values: PlainValues,
): Promise<SaveRefusal | undefined> {
  const errors = findMissing(values, room)
  if (Object.keys(errors).length > 0) {
    keepVersion(values, room)
    return refuseFields(errors, 'Saved, but not submitted yet.')
  }
  const submitted = await submitText(deps.db, token, room.text?.hash ?? '', await readMailing(deps))
  return submitted.outcome === 'done' ? undefined : refuse('Not submitted.', submitted, values)
}

/** The comments whose Done box the guest has changed */
function changedMarks({ comments }: WritingRoom, values: PlainValues): { id: number; done: boolean }[] {
  const isDone = new Map(comments.map(({ id, doneAt }) => [id, doneAt !== undefined]))
  return values.comments.filter(({ id, done }) => isDone.has(id) && isDone.get(id) !== done)
}

type SaveRefusal = { status: number; problem: PlainProblem; retryAfterSeconds?: number }

function refuseFields(errors: NonNullable<PlainProblem['errors']>, outcome = 'Not saved.'): SaveRefusal {
  return { status: 422, problem: { message: `${outcome} ${correctFields}`, errors } }
}

/** Explains why a text was not saved or submitted. The page shows the current text, which the guest may overwrite. */
function refuse(outcome: string, result: RoomRefusal, values: PlainValues): SaveRefusal {
  if (result.outcome === 'refused')
    return { status: 422, problem: { message: `${outcome} ${result.detail}` } }
  if (result.outcome !== 'stale') return { status: 410, problem: { message: '' } }
  keepVersion(values, result.current)
  const advice = result.current.isOpen
    ? ' Their version is shown below. If you save again, yours replaces it.'
    : ''
  return { status: 409, problem: { message: `${outcome} ${result.detail}${advice}`, isStale: true } }
}

/** The plain form has no field for the photo. */
const typedRequest = z.omit(roomRequest, { photoUrl: true })

function parseRequest({ comments, ...values }: PlainValues): TypedRoom | SaveRefusal {
  if (values.content.length > postLimits.content) {
    const max = postLimits.content.toLocaleString('en-US')
    return refuseFields({ content: `Up to ${max} characters. Shorten your draft and try again.` })
  }
  const answers = comments.map(({ id, answer }) => ({ id, text: answer }))
  const checked = checkForm<TypedRoom>(typedRequest, { ...values, answers })
  return checked.ok ? checked.values : refuseFields(checked.errors)
}

function keepVersion(values: PlainValues, room: WritingRoom): void {
  if (room.text) values.version = room.text.version
}

function findMissing(values: PlainValues, room: WritingRoom): NonNullable<PlainProblem['errors']> {
  return {
    ...(values.title.trim() === '' && { title: missingMessages.title }),
    ...(!room.text && { content: missingMessages.content }),
    ...(values.name.trim() === '' && { name: missingMessages.name }),
  }
}

/** Browsers send every line break of a form as CRLF. */
const normalizeBreaks = (typed: string | undefined) => (typed ?? '').replaceAll('\r\n', '\n')

function toValues(form: RoomForm): PlainValues {
  const answers = toList(form.answer)
  const done = new Set(toList(form.done))
  return {
    title: normalizeBreaks(form.title),
    content: normalizeBreaks(form.content),
    name: normalizeBreaks(form.name),
    bio: normalizeBreaks(form.bio),
    version: form.version,
    comments: toList(form.comment).map((id, index) => ({
      id: Number(id),
      answer: normalizeBreaks(answers[index]),
      done: done.has(id),
    })),
  }
}

const toList = (values: string | string[] | undefined) => [values ?? []].flat()

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
