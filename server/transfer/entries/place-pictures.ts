import type { ImportCounts, ImportNote } from '../../../contracts/imports.ts'
import type { MediaItem } from '../../../contracts/media.ts'
import { isWebAddress } from '../../../contracts/web-address.ts'
import type { ImportRun } from '../import-run.ts'
import type { ConvertedText } from '../sources/convert-text.ts'
import type { SourcePost } from '../sources/source.ts'
import { type FoundPicture, takePicture } from './picture.ts'

/** Marks of pictures and files in converted HTML */
const pictureMarks = /<img src="import:(\d+)"[^>]*>/g
const fileMarks = /<p class="file-link"><a href="import-file:(\d+)">.*?<\/a><\/p>/g

/**
 * Puts our own pictures into a converted text. A picture that cannot be stored becomes a link to its old address, and a
 * note.
 */
export async function placePictures(
  run: ImportRun,
  post: SourcePost,
  { html, pictures, files }: ConvertedText,
): Promise<{ html: string; counts: ImportCounts; notes: ImportNote[] }> {
  const found: FoundPicture[] = []
  const notes: ImportNote[] = []
  const counts: ImportCounts = {}
  for (const { address, alt } of pictures) {
    const picture = await takePicture(run, { address, alt, path: post.path })
    found.push(picture)
    if ('item' in picture) counts.pictures = (counts.pictures ?? 0) + (picture.isNew ? 1 : 0)
    else {
      counts.missingPictures = (counts.missingPictures ?? 0) + 1
      notes.push({ about: address, detail: `In “${post.title}”: ${picture.detail}` })
    }
  }
  const placed = html.replaceAll(pictureMarks, (_, index: string, at: number) => {
    const picture = found[Number(index)]
    const { address = '', alt = '' } = pictures[Number(index)] ?? {}
    if (picture && 'item' in picture) return imageTag(picture.item, alt)
    const link = linkTag(absoluteAddress(address, run.source.siteUrl), alt || fileNameOf(address))
    return isInBlock(html.slice(0, at)) ? link : `<p>${link}</p>`
  })
  const linked = placed.replaceAll(fileMarks, (_, index: string) => {
    const { address = '', title = '' } = files[Number(index)] ?? {}
    notes.push({ about: address, detail: `In “${post.title}”: This file still leads to the old site.` })
    return `<p>${linkTag(absoluteAddress(address, run.source.siteUrl), title || fileNameOf(address))}</p>`
  })
  return { html: linked, counts, notes }
}

function imageTag({ src, srcset, sizes, width, height }: MediaItem, alt: string): string {
  const attributes = { src, srcset, sizes, alt, width, height }
  return `<img ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(String(value))}"`)
    .join(' ')}>`
}

const linkTag = (address: string | undefined, text: string) =>
  address === undefined ? escapeHtml(text) : `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`

function absoluteAddress(address: string, siteUrl: string | undefined): string | undefined {
  if (isWebAddress(address)) return address
  return siteUrl !== undefined && URL.canParse(address, siteUrl) ? new URL(address, siteUrl).href : undefined
}

function fileNameOf(address: string): string {
  const name = address.split(/[?#]/, 1)[0]?.split('/').at(-1)
  return name || 'picture'
}

/** True if HTML ends inside of a block that holds text */
function isInBlock(html: string): boolean {
  const lastTag = (pattern: RegExp) => [...html.matchAll(pattern)].at(-1)?.index ?? -1
  return lastTag(/<(?:p|li|h[1-3]|td|th)[ >]/g) > lastTag(/<\/(?:p|li|h[1-3]|td|th)>/g)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
