import { RequestProblem } from '../../../core/server/errors.ts'
import type { App } from '../../../core/server/http/app.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import { changeMedia, countMediaOfInvite } from '../../media/server/media.ts'
import { acceptUpload, acceptUploads, type MediaDeps } from '../../media/server/routes.ts'
import { postLimits } from '../../posts/contract/posts.ts'
import {
  roomCommentUpdate,
  roomPictureUpdate,
  roomPictureUpload,
  roomRead,
  roomUpdate,
  textApprove,
  textSubmit,
} from '../contract/writing-room.ts'
import { type MailingDeps, readMailing } from './invite-mails.ts'
import { createSaveTypedRoom } from './save-typed-room.ts'
import { findUploader } from './writing-room.ts'
import { approveText, closedMessage, markComment, requireRoom, submitText } from './writing-room-changes.ts'

/** Bytes. UTF-8 takes up to four for a character. */
const bodyLimit = 4 * postLimits.content + 64 * 1024
/** Max pictures that one guest may upload */
const maxPictures = 50

type RoomDeps = MediaDeps & MailingDeps

/** A guest's endpoints. Guests have no session: the token in the link gives access to one text and nothing else. */
export function addRoomRoutes(app: App, deps: RoomDeps): void {
  const { db } = deps
  const saveTypedRoom = createSaveTypedRoom(app, db)
  const guest = { audience: 'guest' } as const

  route(app, roomRead, guest, ({ params }) => requireRoom(db, params.token))

  route(app, roomUpdate, { ...guest, bodyLimit }, async ({ params, body, request }) =>
    saveTypedRoom(request, params.token, body),
  )

  route(app, textSubmit, guest, async ({ params, body }) =>
    submitText(db, params.token, body.hash, await readMailing(deps)),
  )

  route(app, textApprove, guest, async ({ params, body }) =>
    approveText(db, params.token, body.hash, await readMailing(deps)),
  )

  route(app, roomCommentUpdate, guest, async ({ params, body }) =>
    markComment(db, params.token, params.id, body.done),
  )

  addPictureRoutes(app, deps)
}

function addPictureRoutes(app: App, { db, media, features }: RoomDeps): void {
  acceptUploads(app, (uploads, options) =>
    route(
      uploads,
      roomPictureUpload,
      { audience: 'guest', ...options },
      async ({ params, request, reply }) => {
        const inviteId = await findUploader(db, params.token)
        if (inviteId === undefined) throw new RequestProblem('not-found', { detail: closedMessage })
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
    return orNotFound(inviteId !== undefined && (await changeMedia(db, features, id, body, { inviteId })))
  })
}
