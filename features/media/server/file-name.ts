import { mediaLimits } from '../contract/media.ts'

/** The last part of an uploaded file's path, without invisible characters */
export function cleanFileName(path: string, fallback: string): string {
  const name = path
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/\p{C}/gu, '')
    .trim()
    .slice(0, mediaLimits.originalName)
    .toWellFormed()
  return name || fallback
}
