import * as z from 'zod/mini'
import { type RoomRequest, type WritingRoom, writingRoom } from '../../contracts/invites.ts'
import { mediaItem } from '../../contracts/media.ts'
import { paths } from '../../contracts/paths.ts'
import type { PictureCalls } from '../admin/media/picture-calls.tsx'
import { callApi, sendRequest } from '../api.ts'

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

/** A guest uploads to the one text, and sees no other pictures. */
export function pictureCallsOf(token: string): PictureCalls {
  return {
    uploadPath: paths.api.roomPictures(token),
    describe: async (id, alt) =>
      z.parse(mediaItem, await callApi('PUT', paths.api.roomPicture(token, id), { alt })),
    hasLibrary: false,
  }
}
