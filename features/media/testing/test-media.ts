import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import sharp from 'sharp'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'
import type { MediaItem } from '../contract/media.ts'

/** The form with which a picture is uploaded */
export function pictureForm(bytes: Uint8Array, name = 'photo.jpg', alt = 'A photo', field = 'file') {
  const form = new FormData()
  form.set('alt', alt)
  form.set(field, new Blob([new Uint8Array(bytes)]), name)
  return form
}

/** Starts a server, and returns functions that upload and fetch pictures as an admin. */
export async function startMedia() {
  const { server, cookie } = await startSignedIn()
  const upload = async (...form: Parameters<typeof pictureForm>) => {
    const response = await server.send('/api/media', { cookie, body: pictureForm(...form) })
    return { status: response.status, body: (await response.json()) as MediaItem & { detail: string } }
  }
  const added = async (bytes: Uint8Array, name?: string, alt?: string) => {
    const { status, body } = await upload(bytes, name, alt)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }
  const fetchPicture = async (path: string, accept = 'image/avif,image/webp,*/*') => {
    const response = await server.send(path, { headers: { accept } })
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { server, cookie, upload, added, fetchPicture }
}

/** A picture with a colored left half and a white right half, so that rotation is visible */
export function halves(width: number, height: number, color = '#c03020') {
  const half = { width: Math.max(1, Math.floor(width / 2)), height, channels: 3, background: color } as const
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([{ input: { create: half }, left: 0, top: 0 }])
    .removeAlpha()
}
export const photo = (width = 1200, height = 800) => halves(width, height).jpeg().toBuffer()

/** Working folders of uploads that this process has not deleted yet */
export const workFolders = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`everyday-ai-picture-${process.pid}-`))
