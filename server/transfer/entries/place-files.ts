import { escapeHtml } from '../../../contracts/escape-html.ts'
import type { ImportCounts, ImportNote } from '../../../contracts/imports.ts'
import type { MediaItem } from '../../../contracts/media.ts'
import { isWebAddress } from '../../../contracts/web-address.ts'
import { addCounts, type ImportRun } from '../import-run.ts'
import type { ConvertedText } from '../sources/convert-text.ts'
import type { SourcePost } from '../sources/source.ts'
import { takePdf } from './pdf.ts'
import { takePicture } from './picture.ts'

/** HTML for a placeholder, and what to count and note */
type Placed = { html: string; counts: ImportCounts; notes: ImportNote[] }

/**
 * Puts our own pictures and PDF files into a converted text. One that cannot be stored becomes a link to its old
 * address, and a note.
 */
export async function placeFiles(
  run: ImportRun,
  post: SourcePost,
  { html, pictures, files }: ConvertedText,
): Promise<Placed> {
  const placedPictures: Placed[] = []
  for (const picture of pictures) placedPictures.push(await placePicture(run, post, picture))
  const placedFiles: Placed[] = []
  for (const file of files) placedFiles.push(await placePdf(run, post, file))
  const placed = [...placedPictures, ...placedFiles]
  return {
    html: html
      .replaceAll(/<img src="import:(\d+)"[^>]*>/g, (_, index) => placedPictures[Number(index)]?.html ?? '')
      .replaceAll(
        /<p class="file-link"><a href="import-file:(\d+)">.*?<\/a><\/p>/g,
        (_, index) => placedFiles[Number(index)]?.html ?? '',
      ),
    counts: placed.reduce<ImportCounts>((sum, { counts }) => addCounts(sum, counts), {}),
    notes: placed.flatMap(({ notes }) => notes),
  }
}

async function placePicture(
  run: ImportRun,
  post: SourcePost,
  { address, alt }: ConvertedText['pictures'][number],
): Promise<Placed> {
  const found = await takePicture(run, { address, alt, path: post.path })
  if ('item' in found)
    return { html: imageTag(found.item, alt), counts: found.isNew ? { pictures: 1 } : {}, notes: [] }
  return {
    html: linkTag(run, address, alt || fileNameOf(address)),
    counts: { missingPictures: 1 },
    notes: [{ about: address, detail: `In “${post.title}”: ${found.detail} ${linkInstead}` }],
  }
}

async function placePdf(
  run: ImportRun,
  post: SourcePost,
  { address, title }: ConvertedText['files'][number],
): Promise<Placed> {
  const shownTitle = title || fileNameOf(address)
  const found = await takePdf(run, { address, path: post.path })
  if ('file' in found) {
    const { url, bytes } = found.file
    const html = `<p class="file-link"><a href="${url}" data-bytes="${bytes}">${escapeHtml(shownTitle)}</a></p>`
    return { html, counts: found.isNew ? { files: 1 } : {}, notes: [] }
  }
  return {
    html: `<p>${linkTag(run, address, shownTitle)}</p>`,
    counts: {},
    notes: [{ about: address, detail: `In “${post.title}”: ${found.detail} ${linkInstead}` }],
  }
}

/** End of a note about a picture or file that is missing in a text */
const linkInstead = 'A link to its old address takes its place.'

function imageTag({ src, srcset, sizes, width, height }: MediaItem, alt: string): string {
  const attributes = { src, srcset, sizes, alt, width, height }
  return `<img ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(String(value))}"`)
    .join(' ')}>`
}

function linkTag({ source: { siteUrl } }: ImportRun, address: string, text: string): string {
  const href = absoluteAddress(address, siteUrl)
  return href === undefined ? escapeHtml(text) : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
}

function absoluteAddress(address: string, siteUrl: string | undefined): string | undefined {
  if (isWebAddress(address)) return address
  return siteUrl !== undefined && URL.canParse(address, siteUrl) ? new URL(address, siteUrl).href : undefined
}

function fileNameOf(address: string): string {
  const name = address.split(/[?#]/, 1)[0]?.split('/').at(-1)
  return name || 'picture'
}
