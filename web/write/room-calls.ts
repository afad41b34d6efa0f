import * as z from 'zod/mini'
import { mediaItem } from '../../contracts/media.ts'
import { paths } from '../../contracts/paths.ts'
import { type RoomRequest, type WritingRoom, writingRoom } from '../../contracts/writing-room.ts'
import { callApi, sendRequest } from '../api.ts'
import type { PictureStore } from '../editing/pictures/picture-store.tsx'
import { uploadPicture } from '../editing/pictures/upload.ts'

export async function saveRoom(token: string, call: RoomRequest): Promise<WritingRoom> {
  const { json } = await sendRequest('PUT', paths.api.room(token), call, { timeoutSeconds: 60 })
  return z.parse(writingRoom, json)
}

export async function submitText(token: string, hash: string): Promise<WritingRoom> {
  return z.parse(writingRoom, await callApi('POST', paths.api.submitText(token), { hash }))
}

export async function approveText(token: string, hash: string): Promise<WritingRoom> {
  return z.parse(writingRoom, await callApi('POST', paths.api.approveText(token), { hash }))
}

export async function markComment(token: string, id: number, done: boolean): Promise<WritingRoom> {
  return z.parse(writingRoom, await callApi('PUT', paths.api.roomComment(token, id), { done }))
}

/** Guests upload pictures to their own draft and see no others. */
export function createRoomPictures(token: string): PictureStore {
  return {
    upload: (file, options) => uploadPicture(paths.api.roomPictures(token), file, options),
    describe: async (id, alt) =>
      z.parse(mediaItem, await callApi('PUT', paths.api.roomPicture(token, id), { alt })),
  }
}
