import { escapeHtml } from '../../../../contracts/escape-html.ts'
import type { ImportNote } from '../../../../contracts/imports.ts'
import { linkProtocols, postLimits } from '../../../../contracts/posts.ts'
import type { TextContext } from '../convert-text.ts'
import { plainText } from '../texts/plain-text.ts'
import { isSameSite } from '../texts/post-fields.ts'
import { maxPictures } from './convert-limits.ts'

/** What the conversion of one text collects */
export type Conversion = {
  context: TextContext
  /** True if line breaks of the source count, as in texts of WordPress's classic editor */
  keepsLines: boolean
  /** Number of levels by which headings become smaller, because the title of the page is the first level */
  headingShift: number
  pictures: { address: string; alt: string }[]
  files: { address: string; title: string }[]
  /** Adds a note once. */
  note(detail: string): void
  notes: ImportNote[]
  excerpt?: string
}

export function createConversion(context: TextContext): Conversion {
  const notes: ImportNote[] = []
  return {
    context,
    keepsLines: false,
    headingShift: 0,
    pictures: [],
    files: [],
    notes,
    note(detail) {
      const isNew = notes.length < 50 && !notes.some((note) => note.detail === detail)
      if (isNew) notes.push({ about: context.title, detail })
    },
  }
}

/** Placeholder of a picture while the text is sanitized, which keeps only pictures of this site */
export const picturePlaceholder = (index: number) => `/media/import-${index}`
/** Placeholder of a file link while the text is sanitized, in private-use characters */
export const filePlaceholder = (index: number) => `\uE000${index}\uE001`

/** Adds a picture, and returns its `img`. */
export function addPicture(conversion: Conversion, address: string, alt: string): string {
  const { pictures } = conversion
  const given = address.trim()
  if (given.startsWith('data:')) {
    conversion.note('A picture that was written into the text itself was left out. Add it by hand.')
    return ''
  }
  if (given === '' || given.length > 4000) return ''
  if (pictures.length >= maxPictures) {
    conversion.note(`Only the first ${maxPictures} pictures were kept.`)
    return ''
  }
  pictures.push({ address: given, alt: plainText(alt, 500) })
  const index = pictures.length - 1
  return `<img src="${picturePlaceholder(index)}" alt="${escapeHtml(pictures[index]?.alt ?? '')}">`
}

/** A link's address as it is stored, or undefined if it leads nowhere. Links to the old site become paths. */
export function toHref(conversion: Conversion, address: string | undefined): string | undefined {
  const given = (address ?? '').replaceAll(/[\t\n\r]/g, '').trim()
  if (given === '' || given.startsWith('#') || given.length > 4000) return undefined
  const { siteUrl, path } = conversion.context
  if (/^[a-z][a-z\d+.-]*:/i.test(given) || given.startsWith('//')) {
    if (!URL.canParse(given, 'https://old-site.invalid')) return undefined
    const url = new URL(given, 'https://old-site.invalid')
    if (!linkProtocols.some((protocol) => url.protocol === `${protocol}:`)) return undefined
    if (siteUrl && URL.canParse(siteUrl) && isSameSite(url, new URL(siteUrl)) && !isFilePath(url.pathname))
      return url.pathname + url.search + url.hash
    return given.startsWith('//') ? url.href : given.replaceAll(' ', '%20')
  }
  if (
    path !== undefined &&
    !given.startsWith('/') &&
    URL.canParse(given, `https://old-site.invalid/${encodeURI(path)}`)
  ) {
    const url = new URL(given, `https://old-site.invalid/${encodeURI(path)}`)
    return url.pathname + url.search + url.hash
  }
  if (/^(?:[/?.]|[^\s:]+$)/.test(given))
    return given.startsWith('/') ? given.replaceAll(' ', '%20') : undefined
  return undefined
}

/** Files are not moved with the texts, so links to them keep the old address. */
const isFilePath = (path: string) =>
  /\.[a-z\d]{2,5}$/i.test(path) && !/\.(?:html?|php|aspx?|jsp|md)$/i.test(path)

/** Title of a file, at most as long as a caption */
export const toLabel = (text: string) => plainText(escapeHtml(text), postLimits.imageCaption)
