import { RequestProblem } from '../errors.ts'

/** Maximum upload in bytes */
export const recordingLimit = 25 * 1024 * 1024

/**
 * Reads the WAV file in the field `audio` of a multipart upload. The file is recognized by its first bytes
 * (RIFF....WAVE), not by its name.
 * @throws RequestProblem if there is no WAV file
 */
export async function readRecording(contentType: string | undefined, body: unknown): Promise<Uint8Array> {
  if (!Buffer.isBuffer(body)) throw noForm()
  const file = await findAudio(contentType ?? '', body)
  if (!file)
    throw new RequestProblem('bad-request', {
      detail: 'There’s no recording in the upload. Record again and retry.',
    })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const word = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4))
  if (word(0) !== 'RIFF' || word(8) !== 'WAVE')
    throw new RequestProblem('unsupported-media-type', {
      detail: 'This isn’t a WAV recording. Record again and retry.',
    })
  return bytes
}

export const recordingTooLarge = () =>
  new RequestProblem('too-large', {
    detail: 'Recordings can be up to 25 MB, about 13 minutes. Record a shorter one.',
  })
export const noForm = () =>
  new RequestProblem('unsupported-media-type', {
    detail: 'Send the recording as a form with the field “audio”.',
  })

async function findAudio(contentType: string, body: Buffer): Promise<File | undefined> {
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData()
    const audio = form.get('audio')
    return audio instanceof File && audio.size > 0 ? audio : undefined
  } catch {
    // undici throws a TypeError for malformed multipart.
    return
  }
}
