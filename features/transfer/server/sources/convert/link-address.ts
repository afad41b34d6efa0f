import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { linkProtocols } from '../../../../posts/contract/posts.ts'
import { plainText } from '../texts/plain-text.ts'
import { isSameSite, rootOf } from '../texts/post-fields.ts'
import type { Conversion } from './conversion.ts'

const maxLength = 4000
/** Stands for the address of the old site if that is unknown, so that paths can be resolved */
const unknownSite = 'https://old-site.invalid'

/** Max PDF files of one text */
const maxFiles = 500

/**
 * A link's address as it is stored, or undefined if it leads nowhere. Links to the old site become paths, and links to
 * its files keep their old address: they are not moved with the texts.
 */
export function toHref(conversion: Conversion, address: string | undefined): string | undefined {
  const given = (address ?? '').replaceAll(/[\t\n\r]/g, '').trim()
  if (given === '' || given === '#') return undefined
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(given) || given.startsWith('//')
  // A link within the text, of which `placeParts` decides
  if (given.startsWith('#') && given.length <= maxLength) return given
  const read = isAbsolute ? readAbsolute : readPath
  const found = given.length > maxLength ? 'lost' : read(conversion, given)
  if (found !== 'lost') return found
  noteLostLink(conversion, given)
  return undefined
}

export function noteLostLink({ noted }: Conversion, address: string): void {
  noted.lostLinks.add(plainText(escapeHtml(address), 100))
}

/** The address of a link, nothing if it is noted elsewhere, or a sign that posts can't have such links */
type ReadAddress = string | undefined | 'lost'

function readAbsolute({ context: { siteUrl }, noted }: Conversion, given: string): ReadAddress {
  if (!URL.canParse(given, unknownSite)) return 'lost'
  const url = new URL(given, unknownSite)
  if (!linkProtocols.some((protocol) => url.protocol === `${protocol}:`)) return 'lost'
  const kept = given.startsWith('//') ? url.href : given.replaceAll(' ', '%20')
  if (!isOnSite(url, siteUrl)) return kept
  if (!isFilePath(url.pathname)) return toPlain(url.pathname + url.search + url.hash)
  noted.linkedFiles.add(url.href)
  return kept
}

function readPath({ context: { siteUrl, path, format }, noted }: Conversion, given: string): ReadAddress {
  const base = `${unknownSite}/${path === undefined ? '' : encodeURI(path)}`
  if ((path === undefined && !given.startsWith('/')) || !URL.canParse(given, base)) return 'lost'
  const url = new URL(given, base)
  const found = given.startsWith('/') ? given.replaceAll(' ', '%20') : url.pathname + url.search + url.hash
  const isText = format === 'markdown' && /\.txt$/i.test(url.pathname)
  if (isText || !isFilePath(url.pathname)) return toPlain(found)
  if (siteUrl === undefined) {
    noted.unlinkedFiles.add(found)
    return undefined
  }
  const root = rootOf(siteUrl)
  // Generators of sites from Markdown add the path of the site to addresses in it.
  const isComplete = format !== 'markdown' || found.startsWith(`${root}/`)
  const { href } = new URL(isComplete ? found : root + found, siteUrl)
  noted.linkedFiles.add(href)
  return href
}

const isOnSite = (url: URL, siteUrl: string | undefined) =>
  siteUrl !== undefined && URL.canParse(siteUrl) && isSameSite(url, new URL(siteUrl))

/** True for addresses of files, which no system has its texts at */
const isFilePath = (path: string) =>
  /\.[a-z\d]{2,5}$/i.test(path) && !/\.(?:x?html?|php|aspx?|jsp|mdx?)$/i.test(path)

/** Start of the placeholder of a link to a PDF file while the text is sanitized, which keeps paths as they are */
const pdfPlaceholder = '/files/import-'

/** A path from a text, which must not look like a placeholder */
const toPlain = (path: string) => (path.startsWith(pdfPlaceholder) ? 'lost' : path)

/** Puts the final placeholders of links to PDF files where the preliminary ones are. */
export const placePdfLinks = (html: string) =>
  html.replaceAll(/href="\/files\/import-(\d+)"/g, 'href="import-file:$1"')

/** Address of a link with a text of its own. A PDF file that the old site may have becomes ours if the archive has it. */
export function toLinkHref(conversion: Conversion, address: string | undefined): string | undefined {
  const index = addFile(conversion, address, { title: '', isLink: true })
  return index === undefined ? toHref(conversion, address) : pdfPlaceholder + index
}

/** Adds a PDF file of the old site that has a paragraph of its own. Undefined for other addresses. */
export const addPdf = (conversion: Conversion, address: string | undefined, title: string) =>
  addFile(conversion, address, { title: title || nameOf(address?.trim() ?? '') })

function addFile(conversion: Conversion, address = '', file: { title: string; isLink?: true }) {
  const given = address.trim()
  if (!isOldPdf(conversion, given) || conversion.files.length >= maxFiles) return undefined
  return conversion.files.push({ address: given, ...file }) - 1
}

const isPdf = (address: string) => /\.pdf(?:[?#]|$)/i.test(address) && address.length <= maxLength

const nameOf = (address: string) => address.split(/[/?#]/).findLast((part) => isPdf(part)) ?? 'PDF'

/** True for PDF files at paths, on the old site, and in folders of uploads at any host, because a site may have moved */
function isOldPdf({ context: { siteUrl } }: Conversion, address: string): boolean {
  if (!isPdf(address) || !URL.canParse(address, unknownSite)) return false
  const url = new URL(address, unknownSite)
  if (!/^https?:$/.test(url.protocol)) return false
  return (
    url.origin === unknownSite ||
    isOnSite(url, siteUrl) ||
    /\/(?:wp-content\/uploads|content\/files)\//.test(url.pathname)
  )
}
