import { basename, join } from 'node:path'
import { escapeHtml } from '../../../../core/contract/escape-html.ts'
import { isWebAddress } from '../../../../core/contract/web-address.ts'
import { fileLimits, fileMessages, type StoredFile } from '../../../media/contract/files.ts'
import type { MediaItem } from '../../../media/contract/media.ts'
import { addUploadedFile, findFileBySha256 } from '../../../media/server/files/files.ts'
import { withWorkFolder } from '../../../media/server/work-folder.ts'
import type { ImportCounts, ImportNote } from '../../contract/imports.ts'
import { addCounts, type ImportRun } from '../import-run.ts'
import type { ConvertedText } from '../sources/read-apart.ts'
import type { SourcePost } from '../sources/source.ts'
import { enterAddress } from '../sources/texts/note-words.ts'
import { isSameSite } from '../sources/texts/post-fields.ts'
import { keepItem } from './items.ts'
import { missingFile, takePicture } from './picture.ts'

/** HTML for a placeholder, and what to count and note */
type Placed = { html: string; counts: ImportCounts; notes: ImportNote[] }

/**
 * Puts our own pictures and PDF files into a converted text. One that cannot be stored becomes a link to its old address
 * (its text, if that address is unknown) and a note.
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
      .replaceAll(
        /(<a href="[^"]*">)?<img src="import:(\d+)"[^>]*>(<\/a>)?/g,
        (tag, opening = '', index, closing = '', at: number) => {
          const { html: placedHtml = '', counts = {} } = placedPictures[Number(index)] ?? {}
          if (!counts.missingPictures) return opening + placedHtml + closing
          const spaced = addSpaces(placedHtml, html.slice(0, at), html.slice(at + tag.length))
          // The link of the picture takes the place of the link around it.
          return opening && closing ? spaced : opening + spaced + closing
        },
      )
      .replaceAll(
        /<p class="file-link"><a href="import-file:(\d+)">.*?<\/a><\/p>/g,
        (_, index) => placedFiles[Number(index)]?.html ?? '',
      )
      .replaceAll(/<a href="import-file:(\d+)">(.*?)<\/a>/gs, (_, index, inner) => {
        const opening = placedFiles[Number(index)]?.html ?? ''
        return opening === '' ? inner : `${opening}${inner}</a>`
      }),
    counts: placed.reduce<ImportCounts>((sum, { counts }) => addCounts(sum, counts), {}),
    notes: placed.flatMap(({ notes }) => notes),
  }
}

const inline = '(?:a|code|em|s|strong|u)\\b[^>]*>'
const endsInWord = new RegExp(`(?:[^\\s>([{]|</${inline})(?:<${inline})*$`)
const beginsWithWord = new RegExp(`^(?:</${inline})*(?:[^\\s<.,;:!?)\\]}]|<(?:img|${inline}))`)

/** A picture needs no space between it and a word, but the link that takes its place does. */
const addSpaces = (link: string, before: string, after: string) =>
  `${endsInWord.test(before.slice(-maxTag)) ? ' ' : ''}${link}${beginsWithWord.test(after.slice(0, maxTag)) ? ' ' : ''}`

/** Characters beside a picture that are read, so that many pictures take no longer than their text */
const maxTag = 5000

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
    notes: noteMissing(run, post, address, found.detail),
  }
}

/** Places a paragraph for a PDF file. For a link in a text, the HTML is its opening tag, or empty if it leads nowhere. */
async function placePdf(
  run: ImportRun,
  post: SourcePost,
  { address, title, isLink }: ConvertedText['files'][number],
): Promise<Placed> {
  const shownTitle = title || fileNameOf(address)
  const found = await takePdf(run, { address, path: post.path })
  if ('file' in found) {
    const { url, bytes } = found.file
    const html = isLink
      ? `<a href="${url}">`
      : `<p class="file-link"><a href="${url}" data-bytes="${bytes}">${escapeHtml(shownTitle)}</a></p>`
    return { html, counts: found.isNew ? { files: 1 } : {}, notes: [] }
  }
  return {
    html: isLink ? openingTag(run, address) : `<p>${linkTag(run, address, shownTitle)}</p>`,
    counts: {},
    notes: noteMissing(run, post, address, found.detail),
  }
}

/** A note about a picture or a file that is missing in a text. A link to a file of another site stays as it was. */
function noteMissing(run: ImportRun, { title }: SourcePost, about: string, why: string): ImportNote[] {
  const { siteUrl } = run.source
  const isElsewhere =
    /\.pdf(?:[?#]|$)/i.test(about) &&
    isWebAddress(about) &&
    !(siteUrl && isSameSite(new URL(about), new URL(siteUrl)))
  if (isElsewhere) return []
  const instead =
    absoluteAddress(about, siteUrl) === undefined
      ? `Only its text stays, because the address of the old site is unknown. ${enterAddress}`
      : 'A link to its old address takes its place.'
  return [{ about, detail: `In “${title}”: ${why} ${instead}` }]
}

function imageTag({ src, srcset, sizes, width, height }: MediaItem, alt: string): string {
  const attributes = { src, srcset, sizes, alt, width, height }
  return `<img ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(String(value))}"`)
    .join(' ')}>`
}

function linkTag(run: ImportRun, address: string, text: string): string {
  const opening = openingTag(run, address)
  return opening === '' ? escapeHtml(text) : `${opening}${escapeHtml(text)}</a>`
}

/** Opening tag of a link to the old address of a file; empty if that is unknown */
function openingTag({ source: { siteUrl } }: ImportRun, address: string): string {
  const href = absoluteAddress(address, siteUrl)
  return href === undefined ? '' : `<a href="${escapeHtml(href)}">`
}

function absoluteAddress(address: string, siteUrl: string | undefined): string | undefined {
  if (isWebAddress(address)) return address
  if (siteUrl === undefined) return undefined
  const base = `${siteUrl}/`
  return URL.canParse(address, base) ? new URL(address, base).href : undefined
}

function fileNameOf(address: string): string {
  const name = address.split(/[?#]/, 1)[0]?.split('/').at(-1)
  return name || 'picture'
}

/** The stored file, or the reason why there is none. `isNew`: this import has stored it now. */
type FoundPdf = { file: StoredFile; isNew: boolean } | { detail: string }

type Address = { address: string; path?: string | undefined }

/** Finds a PDF file in the source, and stores it unless we have it already. */
async function takePdf(run: ImportRun, { address, path }: Address): Promise<FoundPdf> {
  const found = await run.source.findFile(address, { path })
  if (!found) return { detail: missingFile }
  if (found.bytes > fileLimits.bytes) return { detail: fileMessages.tooLarge }
  return withWorkFolder(async (folder) => {
    const source = join(folder, 'source')
    const { sha256, bytes } = await run.source.copyFile(found, source)
    const stored = await findFileBySha256(run.db, sha256)
    if (stored) return { file: stored, isNew: false }
    const { importId, editor } = run
    const upload = { source, bytes, originalName: basename(found.path) }
    const createdBy = editor.id === 0 ? null : editor.id
    const added = await addUploadedFile(run.db, run.media, upload, createdBy, (tx, rowId) =>
      keepItem(tx, { key: `file:${sha256}`, importId, kind: 'file', rowId, version: sha256 }),
    )
    return added.outcome === 'added' ? { file: added.file, isNew: true } : { detail: added.detail }
  })
}
