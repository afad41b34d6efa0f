import { postLimits } from '../../contracts/posts.ts'
import {
  roomCommentUpdate,
  roomPictureUpdate,
  roomPictureUpload,
  roomRead,
  roomUpdate,
  textApprove,
  textSubmit,
  type WritingRoom,
} from '../../contracts/writing-room.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { orNotFound, route } from '../http/route.ts'
import { changeMedia, countMediaOfInvite } from '../media/media.ts'
import { acceptUpload, acceptUploads } from '../media/routes.ts'
import type { MediaStore } from '../media/store.ts'
import { type MailingDeps, readMailing } from './invite-mails.ts'
import { createSaveTypedRoom } from './save-typed-room.ts'
import { findRoom, findUploader } from './writing-room.ts'
import { approveText, markComments, type RoomResult, submitText } from './writing-room-changes.ts'

/** Bytes. UTF-8 takes up to four for a character. */
const bodyLimit = 4 * postLimits.content + 64 * 1024
/** Max pictures that one guest may upload */
const maxPictures = 50

type RoomDeps = RouteDeps & MailingDeps & { media: MediaStore }

/** A guest's endpoints. Guests have no session: the token in the link gives access to one text and nothing else. */
export function addRoomRoutes(app: App, deps: RoomDeps): void {
  const { db } = deps
  const saveTypedRoom = createSaveTypedRoom(app, db)
  const guest = { audience: 'guest' } as const

  route(app, roomRead, guest, async ({ params: { token } }) => {
    const found = await findRoom(db, token)
    return roomOf(found.state === 'open' ? { outcome: 'done', room: found.room } : { outcome: found.state })
  })

  route(app, roomUpdate, { ...guest, bodyLimit }, async ({ params, body, request }) =>
    roomOf(await saveTypedRoom(request, params.token, body)),
  )

  route(app, textSubmit, guest, async ({ params, body }) =>
    roomOf(await submitText(db, params.token, body.hash, await readMailing(deps))),
  )

  route(app, textApprove, guest, async ({ params, body }) =>
    roomOf(await approveText(db, params.token, body.hash, await readMailing(deps))),
  )

  route(app, roomCommentUpdate, guest, async ({ params, body }) =>
    roomOf(await markComments(db, params.token, [{ id: params.id, done: body.done }])),
  )

  addPictureRoutes(app, deps)
}

function addPictureRoutes(app: App, { db, media }: RoomDeps): void {
  acceptUploads(app, (uploads, options) =>
    route(
      uploads,
      roomPictureUpload,
      { audience: 'guest', ...options },
      async ({ params, request, reply }) => {
        const inviteId = await findUploader(db, params.token)
        if (inviteId === undefined) throw new RequestProblem('not-found', { detail: closedRoom })
        if ((await countMediaOfInvite(db, inviteId)) >= maxPictures)
          throw new RequestProblem('not-accepted', {
            detail: `You can upload up to ${maxPictures} images, and you’ve reached that.`,
          })
        return acceptUpload(request, reply, { db, media, by: { inviteId } })
      },
    ),
  )

  route(app, roomPictureUpdate, { audience: 'guest' }, async ({ params: { token, id }, body }) => {
    const inviteId = await findUploader(db, token)
    return orNotFound(inviteId !== undefined && (await changeMedia(db, id, body, { inviteId })))
  })
}

const closedRoom =
  'This writing page is closed, or your draft is with the editor. Open your link again to see its status.'

const deadLink =
  'This link no longer works. What you typed is kept on this device. Ask the editor for a new link.'

function roomOf(result: RoomResult): WritingRoom {
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
