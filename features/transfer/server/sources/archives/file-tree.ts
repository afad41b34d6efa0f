import type { Readable } from 'node:stream'
import type { ImportNote } from '../../../contract/imports.ts'
import { SourceError, type SourceFile } from '../source.ts'
import { countWords, noteIf } from '../texts/note-words.ts'

export const treeLimits = {
  files: 200_000,
  /** All files together */
  bytes: 20e9,
  fileBytes: 4e9,
  nameLength: 1000,
}

/** Files that computers add on their own */
const clutter = /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\.git|node_modules)(?:\/|$)/

export const isClutter = (path: string) => clutter.test(path)

/** Returns why a file with this name is left out, or undefined if the name is safe. */
export function refuseName(name: string): string | undefined {
  if (name === '' || name.length > treeLimits.nameLength) return 'Its name is empty or too long.'
  if (name.includes('\uFFFD'))
    return 'Its name is in an unknown encoding. Rename it and create the zip again.'
  if ([...name].some((character) => character < ' ' || character === '\u007F'))
    return 'Its name contains control characters.'
  if (name.includes('\\')) return 'Its name contains a backslash. Create the zip again with another program.'
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'Its name is an absolute path.'
  if (name.split('/').some((part) => part === '..' || part === '.' || part === ''))
    return 'Its name leads out of its folder.'
  return undefined
}

/** Collects notes about files that are left out, with at most 20 names for each reason. */
export function createNoteList() {
  const names = new Map<string, string[]>()
  const counts = new Map<string, number>()
  return {
    add(reason: string, name: string) {
      const named = names.get(reason) ?? []
      if (named.length < 20) names.set(reason, [...named, showName(name)])
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    },
    list: (): ImportNote[] =>
      [...names].flatMap(([reason, named]) => {
        const more = (counts.get(reason) ?? 0) - named.length
        return [
          ...named.map((about) => ({ about, detail: `Left out. ${reason}` })),
          ...noteIf(more > 0, countWords(more, 'more file'), `Left out. ${reason}`),
        ]
      }),
  }
}

/** Collects the files of an archive, and notes about those that are left out. The caller checks the sum of their sizes. */
export function createFileList() {
  const files = new Map<string, SourceFile>()
  const notes = createNoteList()
  return {
    files,
    notes,
    /** Returns whether the file was added. `reason` says why it is left out, if its name does not. */
    add(file: SourceFile, reason: string | undefined): boolean {
      const refusal =
        refuseName(file.path) ??
        reason ??
        (files.has(file.path) ? 'The archive has another file of the same name.' : undefined)
      if (refusal) notes.add(refusal, file.path)
      else files.set(file.path, file)
      return !refusal
    },
  }
}

/** A name as text that can be shown: without control characters, and not too long */
export function showName(name: string): string {
  const shown = name.replaceAll(/\p{C}/gu, '\uFFFD')
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown
}

export const tooManyFiles = () =>
  new SourceError(
    `This has more than ${treeLimits.files.toLocaleString('en-US')} files. Split it and import the parts one after the other.`,
  )

export const tooManyBytes = () =>
  new SourceError(
    'Its files are larger than 20 GB together. Split it and import the parts one after the other.',
  )

/**
 * An archive that promises more than this many times its own size, and more than this many bytes, is a bomb. Real texts
 * are compressed to between a fifth and a fifteenth.
 */
const bomb = { ratio: 100, bytes: 100e6 }

export const isBomb = (bytes: number, archiveBytes: number) =>
  bytes > bomb.bytes && bytes > bomb.ratio * archiveBytes

export const builtToUnpack = () =>
  new SourceError(
    'This archive is built to unpack to far more than it contains. Create it again from the original files.',
  )

/** Reads a whole small file. */
export async function readFile(file: SourceFile, maxBytes: number): Promise<Buffer> {
  if (file.bytes > maxBytes)
    throw new SourceError(
      `The file “${showName(file.path)}” is larger than ${Math.round(maxBytes / 1e6)} MB. Make it smaller and try again.`,
    )
  const chunks: Buffer[] = []
  for await (const chunk of await file.open()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export async function readStart(file: SourceFile, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const stream: Readable = await file.open()
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= bytes) break
  }
  return Buffer.concat(chunks).subarray(0, bytes)
}
