import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import {
  commentDoneRequest,
  type RoomRequest,
  roomRequest,
  seenTextRequest,
  type WritingRoom,
  writingRoom,
} from '../../contracts/invites.ts'
import { mediaChange, mediaItem } from '../../contracts/media.ts'
import { rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { postLimits } from '../../contracts/posts.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { changeMedia, countMediaOfInvite } from '../media/media.ts'
import { acceptUpload, uploadArrivalSeconds } from '../media/routes.ts'
import type { MediaStore } from '../media/store.ts'
import { refuseLargeUpload, uploadLimits } from '../media/upload.ts'
import { isLongHtml, readHtml } from '../posts/rendering/read-text.ts'
import { hasTooManyTags, tooMuchFormatting } from '../posts/rendering/sanitize.ts'
import { type MailingDeps, readMailing } from './invite-mails.ts'
import {
  approveText,
  findRoom,
  findUploader,
  markComment,
  type RoomResult,
  saveRoom,
  staleWords,
  submitText,
} from './writing-room.ts'
import { type RoomSaves, tooManySaves } from './writing-room-saves.ts'

/** Bytes: a character of UTF-8 has up to four. */
const bodyLimit = 4 * postLimits.content + 64 * 1024
/** Pictures that one guest may upload. */
const maxPictures = 50

const params = z.object({ token: z.string() })

/** A guest's calls. The link is the authority: each finds the one text that it names, and nothing else. */
export function addRoomRoutes(
  app: App,
  deps: RouteDeps & MailingDeps & { media: MediaStore },
  saves: RoomSaves,
): void {
  const { db, media } = deps
  const guest = { audience: 'guest', kind: 'call' } as const
  const response = { 200: writingRoom }

  app.get(
    paths.api.room(':token'),
    { config: guest, schema: { summary: "A guest's writing page", params, response } },
    async (request) => {
      const found = await findRoom(db, request.params.token)
      return roomOf(found.state === 'open' ? { outcome: 'done', room: found.room } : { outcome: found.state })
    },
  )

  app.put(
    paths.api.room(':token'),
    {
      config: guest,
      bodyLimit,
      schema: {
        summary: 'Save what a guest has written',
        description: 'Answers 409 with the current room (`current`) if someone else has changed it.',
        params,
        body: roomRequest,
        response,
      },
    },
    async (request) => roomOf(await save(request, request.params.token, request.body)),
  )

  app.post(
    paths.api.submitText(':token'),
    {
      config: guest,
      schema: { summary: 'Submit the draft', params, body: seenTextRequest, response },
    },
    async (request) =>
      roomOf(await submitText(db, request.params.token, request.body.hash, await readMailing(deps))),
  )

  app.post(
    paths.api.approveText(':token'),
    {
      config: guest,
      schema: {
        summary: 'Approve the final version, named by its SHA-256',
        params,
        body: seenTextRequest,
        response,
      },
    },
    async (request) =>
      roomOf(await approveText(db, request.params.token, request.body.hash, await readMailing(deps))),
  )

  app.put(
    paths.api.roomComment(':token', ':id'),
    {
      config: guest,
      schema: {
        summary: 'Mark a comment done, or undo that',
        params: z.extend(params, { id: rowId }),
        body: commentDoneRequest,
        response,
      },
    },
    async (request) =>
      roomOf(await markComment(db, request.params.token, request.params.id, request.body.done)),
  )

  app.register(async (uploads: App) => {
    await uploads.register(multipart, { limits: uploadLimits })
    uploads.post(
      paths.api.roomPictures(':token'),
      {
        config: { ...guest, arrivalSeconds: uploadArrivalSeconds },
        onRequest: async (request) => refuseLargeUpload(request),
        schema: {
          summary: "Upload an image to a guest's draft",
          description: 'multipart/form-data as for POST /api/media.',
          consumes: ['multipart/form-data'],
          params,
          response: { 201: mediaItem },
        },
      },
      async (request, reply) => {
        const inviteId = await findUploader(db, request.params.token)
        if (inviteId === undefined) throw new RequestProblem('not-found', { detail: closedRoom })
        if ((await countMediaOfInvite(db, inviteId)) >= maxPictures)
          throw new RequestProblem('not-accepted', {
            detail: `You can upload up to ${maxPictures} images, and you’ve reached that.`,
          })
        return reply.code(201).send(await acceptUpload(request, reply, { db, media, by: { inviteId } }))
      },
    )
  })

  app.put(
    paths.api.roomPicture(':token', ':id'),
    {
      config: guest,
      schema: {
        summary: "Change the alternative text of a guest's image",
        params: z.extend(params, { id: rowId }),
        body: mediaChange,
        response: { 200: mediaItem },
      },
    },
    async (request) => {
      const { token, id } = request.params
      const inviteId = await findUploader(db, token)
      const item = inviteId === undefined ? undefined : await changeMedia(db, id, request.body, inviteId)
      if (!item) throw new RequestProblem('not-found')
      return item
    },
  )

  /** Reading a long text is expensive, so everything that can be told without it comes first. */
  async function save(request: FastifyRequest, token: string, call: RoomRequest): Promise<RoomResult> {
    const found = await findRoom(db, token)
    if (found.state !== 'open') return { outcome: found.state }
    const { room } = found
    const wait = await saves.secondsToWait(request, room.id)
    if (wait) throw new RequestProblem('too-many-requests', { detail: tooManySaves, retryAfterSeconds: wait })
    if (!room.isOpen) return staleWords.withEditor(room)
    if (hasTooManyTags(call.content)) return { outcome: 'refused', detail: tooMuchFormatting }
    const read = await readContent(room, call)
    if (read.outcome === 'busy') throw new RequestProblem('overloaded', { retryAfterSeconds: 5 })
    if (read.outcome === 'too-tangled') return { outcome: 'refused', detail: tooMuchFormatting }
    if (read.outcome === 'stale') return read
    const saved = await saveRoom(db, token, { ...call, content: read.html })
    if (saved.outcome === 'done' && isLongHtml(call.content))
      saves.keepTyped(saved.room, call.content, 'html')
    return saved
  }

  async function readContent(room: WritingRoom, { content, version }: RoomRequest) {
    // A short text is cleaned at once, and saving it tells whether its version fits.
    if (!isLongHtml(content)) return readHtml(content)
    const { text } = room
    if (text && (content === text.content || saves.isLastTyped(room, content, 'html')))
      return { outcome: 'read', html: text.content } as const
    if (text && text.version !== version) return staleWords.changedByEditor(room)
    return saves.readOnce(room.id, () => readHtml(content))
  }
}

const closedRoom =
  'This writing page is closed, or your draft is with the editor. Open your link again to see its status.'

const deadLink =
  'This link no longer works. What you typed is kept on this device. Ask the editor for a new link.'

function roomOf(result: RoomResult) {
  switch (result.outcome) {
    case 'done':
      return result.room
    case 'unknown':
      throw new RequestProblem('not-found', { detail: deadLink })
    case 'closed':
      throw new RequestProblem('gone', { detail: closedRoom })
    case 'refused':
      throw new RequestProblem('not-accepted', { detail: result.detail })
    case 'stale':
      throw new RequestProblem('conflict', { detail: result.detail, extensions: { current: result.current } })
  }
}
