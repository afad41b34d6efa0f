import { readPageLink } from '../../../contracts/site-content/link-target.ts'

/** In an export, links to own pages have the page's address, because its id changes with a move. */
const missing = 'page:missing-page'

/** The id of no page, for links to pages that are gone. The site leaves such links out. */
export const missingPage = 999_999_999

/** Writes the links in a value for an export. */
export function namePages(value: unknown, slugs: ReadonlyMap<number, string>): unknown {
  if (typeof value === 'string') {
    const id = readPageLink(value)
    if (id === undefined) return value
    const slug = slugs.get(id)
    return slug === undefined ? missing : `page:/${slug}`
  }
  if (Array.isArray(value)) return value.map((inner) => namePages(inner, slugs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, namePages(inner, slugs)]))
}

/** The slug in a link of an export; undefined for any other text */
export function namedPage(link: string): string | undefined {
  if (link === missing) return ''
  return /^page:\/([a-z0-9-]+)$/.exec(link)?.[1]
}
