import { postPaths } from '../../../../posts/contract/post-paths.ts'
import { cleanTags, postLimits } from '../../../../posts/contract/posts.ts'
import type { ImportNote } from '../../../contract/imports.ts'
import type { SourceRedirect } from '../source.ts'
import { listNames } from './note-words.ts'
import { cutText, plainText } from './plain-text.ts'

/** A title as text; a post without one gets a name that its author can find. */
export function toTitle(html: string, notes: ImportNote[], fallback = 'Untitled'): string {
  const full = plainText(html, 5000)
  const title = plainText(html, postLimits.title)
  if (title !== full)
    notes.push({ about: title, detail: `The title was cut to ${postLimits.title} characters.` })
  return title === '' ? fallback : title
}

/** Tags as text, at most as many and as long as a post may have */
export function toTags(names: string[], about: string, notes: ImportNote[]): string[] {
  const all = cleanTags(names.map((name) => plainText(name, 1000)))
  const short = cleanTags(all.map((tag) => cutText(tag, postLimits.tag)))
  if (short.join('\n') !== all.join('\n'))
    notes.push({ about, detail: `Long tags were cut to ${postLimits.tag} characters.` })
  const dropped = short.slice(postLimits.tags)
  if (dropped.length > 0)
    notes.push({
      about,
      detail: `A post can have ${postLimits.tags} tags. These were left out: ${listNames(dropped, 10)}.`,
    })
  return short.slice(0, postLimits.tags)
}

/**
 * Returns an ISO 8601 time, or undefined if the text is not a time or its year is impossible. A time without a zone is in
 * UTC.
 */
export function toTime(text: string | number | undefined | null): string | undefined {
  if (text === undefined || text === null || text === '') return undefined
  const time = new Date(typeof text === 'string' ? addZone(text.trim()) : text)
  const year = time.getUTCFullYear()
  return year >= 1900 && year <= 2199 ? time.toISOString() : undefined
}

/** A clock at the end, whose last digits are not those of a zone such as `+02:00` */
const endsWithClock = /(?<![+-]\d)\d:\d\d(?::\d\d(?:\.\d+)?)?(?:\s*[ap]m)?$/i
/** A day without a clock and a zone, such as `Jan 1, 2020`. JavaScript takes `2020-01-01` to be in UTC. */
const isDay = /^(?!\d{4}(?:-\d\d){0,2}$)(?!.*(?::|[+-]\d{4}$|\b(?:gmt|utc|z)$))/is

/** Without a zone, JavaScript would take that of the server. */
function addZone(text: string): string {
  if (!endsWithClock.test(text) && !isDay.test(text)) return text
  return /\dT\d/.test(text) ? `${text}Z` : `${text} UTC`
}

/** Path and query of an address on the old site, or undefined if it is elsewhere or is the home page */
export function toFormerAddress(address: string, siteUrl: string | undefined): string | undefined {
  const base = siteUrl ?? 'https://old-site.invalid'
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  if (!isSameSite(url, new URL(base))) return undefined
  const path = url.pathname + url.search
  return path === '/' || path.length > 2000 ? undefined : path
}

/** The list of a category or tag becomes that of our tag, which may be shortened. */
export const redirectToTag = (from: string, name: string): SourceRedirect => ({
  type: 'redirect',
  from,
  to: postPaths.blogTag(name.slice(0, postLimits.tag)),
})

/** Origin and path of a site, without a slash at its end; undefined for what is no web address */
export function readSiteUrl(text: string): string | undefined {
  const url = text.trim()
  if (!URL.canParse(url) || !/^https?:/i.test(url)) return undefined
  const { origin, pathname } = new URL(url)
  return (origin + pathname).replace(/\/$/, '')
}

/** The path in which a site is, without a slash at its end */
export const rootOf = (siteUrl: string | undefined): string =>
  siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).pathname.replace(/\/$/, '') : ''

/** True for the same host, whether or not an address has `https` or `www.` */
export function isSameSite(one: URL, other: URL): boolean {
  const hostOf = ({ host }: URL) => host.replace(/^www\./, '')
  return /^https?:$/.test(one.protocol) && hostOf(one) === hostOf(other)
}

/** Keeps the first of equal values. */
export const unique = <Value>(values: (Value | undefined)[]): Value[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]
