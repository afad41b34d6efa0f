import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { addressOf } from '../../../../posts/contract/post-kinds.ts'
import { postLimits } from '../../../../posts/contract/posts.ts'
import type { ImportNote } from '../../../contract/imports.ts'
import type { SourcePost } from '../source.ts'
import { plainText } from '../texts/plain-text.ts'
import { rootOf, toTags, toTime, toTitle, unique } from '../texts/post-fields.ts'
import { type FrontMatter, findList, findText, nameOf, type SplitText } from './read-front-matter.ts'

/** Converts one file. Adds the names of fields that are left out to `unknown`. */
export function readPost(
  path: string,
  { data, body, kind, problem }: SplitText,
  siteUrl: string | undefined,
  unknown: Set<string>,
): SourcePost {
  for (const [name, value] of Object.entries(data))
    if (!knownFields.has(name) && isFilled(value) && unknown.size < maxUnknown)
      unknown.add(plainText(escapeHtml(name), 60))
  const file = readPath(path)
  const heading = findText(data, 'title') === undefined ? findHeading(body) : undefined
  const notes: ImportNote[] = []
  const title = toTitle(escapeHtml(findText(data, 'title') ?? heading?.title ?? file.title), notes)
  if (problem)
    notes.push({ about: path, detail: 'Its front matter can’t be read, so it becomes a draft. Check it.' })
  const publishedAt = readTime(
    findText(data, ...dateKeys) ??
      (typeof data.published === 'string' ? data.published : undefined) ??
      file.date,
  )
  return {
    type: 'post',
    // Two folders may have files of the same path, but not of the same title, too.
    key: `markdown:${path}:${createHash('sha256').update(title).digest('hex').slice(0, 12)}`,
    kind: readKind(path, data, publishedAt),
    title,
    slug: readSlug(data) ?? file.slug,
    content: data.format === 'html' ? { html: body } : { markdown: heading ? heading.rest : body },
    excerpt: readWords(findText(data, 'excerpt', 'summary', 'description'), postLimits.excerpt),
    tags: toTags(
      [...findList(data, ['tags', 'tag'], /,|\s+(?=#)/), ...findList(data, ['categories', 'category'])].map(
        (tag) => escapeHtml(tag.replace(/^#/, '')),
      ),
      title,
      notes,
    ),
    authors: readAuthors(data),
    status: problem || isDraft(path, data, kind) ? 'draft' : 'public',
    publishedAt,
    updatedAt: readTime(findText(data, ...updateKeys)),
    formerAddresses: listFormerAddresses(path, { data, kind }, file, siteUrl),
    feedId: findText(data, 'feedid'),
    picture: readPicture(data),
    seo: readSeo(data),
    path,
    notes,
  }
}

const dateKeys =
  'date publishdate pubdate publishedat published_at publish_date created created_at createdat'.split(' ')
const updateKeys =
  'lastmod updated updatedat updated_at modified last_modified_at updateddate updated_date'.split(' ')

/** Max names of fields that are remembered */
const maxUnknown = 1000

const isFilled = (value: unknown) =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)

const readWords = (text: string | undefined, max: number) =>
  text === undefined ? undefined : plainText(escapeHtml(text), max) || undefined

/** Jekyll writes times as `2024-05-01 12:00:00 +0200`; a time without a zone is in UTC. */
function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, date, time, zone] =
    /^\s*(\d{4}-\d{1,2}-\d{1,2})(?:[T\s]+(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC(?![+-])|(?:UTC)?[+-]\d\d:?\d\d)?\s*$/i.exec(
      text,
    ) ?? []
  if (date === undefined) return toTime(text)
  const padded = date
    .split('-')
    .map((part) => part.padStart(2, '0'))
    .join('-')
  const clock = (time ?? '00:00').padStart(5, '0').replace(/^(\d):/, '0$1:')
  const offset =
    zone === undefined || /^(?:z|utc)$/i.test(zone)
      ? 'Z'
      : zone.replace(/^(?:utc)?(.\d\d):?(\d\d)$/i, '$1:$2')
  return toTime(`${padded}T${clock}${offset}`)
}

type FileFacts = { slug: string | undefined; title: string; date: string | undefined }

/** Jekyll names files `2024-05-01-title.md`, and Hugo's `title/index.md` is a folder with its pictures. */
function readPath(path: string): FileFacts {
  const parts = path.replace(/\.(?:md|markdown|mdx|txt)$/i, '').split('/')
  const name = /^_?index$/i.test(parts.at(-1) ?? '') ? (parts.at(-2) ?? 'index') : (parts.at(-1) ?? '')
  const [, date, rest] = /^(\d{4}-\d\d-\d\d)[-_ ]+(.+)$/.exec(name) ?? []
  const slug = plainText(escapeHtml(rest ?? name), 200)
  const words = slug.replaceAll(/[-_]+/g, ' ').trim()
  return {
    slug: slug.toLowerCase().replaceAll(/\s+/g, '-') || undefined,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    date,
  }
}

/** A heading of the first level at the start of a text */
function findHeading(body: string): { title: string; rest: string } | undefined {
  const found = /^\s*#[ \t]+([^\n]{1,1000}?)[ \t#]*(?:\n|$)/.exec(body.slice(0, 20_000))
  if (!found) return undefined
  const title = (found[1] ?? '').replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, '$1')
  return { title, rest: body.slice(found[0].length) }
}

function readSlug(data: FrontMatter): string | undefined {
  const slug = findText(data, 'slug') ?? findText(data, 'permalink', 'url')?.split(/[?#]/)[0]
  const last = slug
    ?.split('/')
    .findLast((part) => part !== '')
    ?.replace(/\.html?$/, '')
  return last === undefined || last.startsWith(':')
    ? undefined
    : plainText(escapeHtml(last), 200) || undefined
}

function readKind(path: string, data: FrontMatter, publishedAt: string | undefined): SourcePost['kind'] {
  const kinds = [data.layout, data.type, data.kind].filter((kind) => typeof kind === 'string')
  if (kinds.includes('page')) return 'page'
  if (kinds.includes('post') || publishedAt !== undefined) return 'post'
  // Hugo's content/about.md
  return /(?:^|\/)_?pages\//i.test(path) || /(?:^|\/)content\/[^/]+$/.test(path) ? 'page' : 'post'
}

/** Values of `status` and `visibility` of posts that not everyone could read, also of exporters from other systems */
const notForAll =
  /^(?:draft|private|pending|unpublished|hidden|internal|protected|password|members|paid|tiers|sent|trash)$/i

function isDraft(path: string, data: FrontMatter, kind: SplitText['kind']): boolean {
  return (
    // Nikola knows drafts by a tag, too, and Eleventy writes no page for a text without an address.
    (kind === 'comment' && findList(data, ['tags']).some((tag) => /^(?:draft|private)$/.test(tag))) ||
    data.permalink === false ||
    /(?:^|\/)_?drafts\//i.test(path) ||
    [data.draft, data.private].some((value) => /^(?:true|yes|on|1)$/i.test(String(value))) ||
    [data.published, data.publish].some((value) => /^(?:false|no|off|0)$/i.test(String(value))) ||
    findText(data, 'password') !== undefined ||
    ['status', 'visibility'].some((key) => notForAll.test(findText(data, key) ?? ''))
  )
}

function readAuthors(data: FrontMatter): string[] {
  const one = nameOf(data.author)
  const names = [...(one === undefined ? [] : [one]), ...findList(data, ['author', 'authors'])]
  return unique(names.map((name) => plainText(escapeHtml(name), 100) || undefined)).slice(0, 20)
}

function listFormerAddresses(
  path: string,
  { data, kind }: Pick<SplitText, 'data' | 'kind'>,
  file: FileFacts,
  siteUrl: string | undefined,
): string[] {
  const root = rootOf(siteUrl)
  const given = [
    ...findList(data, ['permalink', 'url']),
    // Names without a slash are those of Obsidian, which are no addresses.
    ...findList(data, ['aliases', 'alias', 'redirect_from', 'redirects']).filter((alias) =>
      alias.includes('/'),
    ),
  ].map(toPath)
  // Posts that an export of this software has (export-texts.ts) had these addresses.
  const former = findList(data, ['formerslugs']).map((slug) =>
    addressOf({ kind: data.kind === 'page' ? 'page' : 'post', slug }),
  )
  const day = file.date?.replaceAll('-', '/')
  const name = file.slug
  const slug = findText(data, 'slug')?.replaceAll(/[/?#]/g, '')
  const isJekyll = /(?:^|\/)_(?:posts|drafts)\//.test(path) && day !== undefined
  return unique([
    ...former,
    ...given.map((address) => address && (address.startsWith(`${root}/`) ? address : root + address)),
    ...(isJekyll
      ? [`${root}/${day}/${name}.html`, `${root}/${day}/${name}/`]
      : [
          root + toFolderAddress(path),
          ...(slug === undefined ? [] : [root + withSlug(toFolderAddress(path), slug)]),
        ]),
    // Pelican's addresses, and links in its folder of texts
    ...(kind === 'lines'
      ? [toPath(`${root}/${slug ?? name}.html`), toPath(`/${path.replace(/^(?:.*\/)?content\//, '')}`)]
      : []),
    // Links between the files of the source lead here.
    toPath(`/${path}`),
  ])
}

/** Path of an address; undefined for a pattern such as `/:year/:title/` */
function toPath(address: string): string | undefined {
  const text = address.startsWith('/') || /^https?:/.test(address) ? address : `/${address}`
  if (/\/:|[{}]/.test(text.replace(/^https?:\/\//, '')) || !URL.canParse(text, 'https://old-site.invalid'))
    return undefined
  const { pathname, search } = new URL(text, 'https://old-site.invalid')
  return pathname === '/' || pathname.length > 1000 ? undefined : pathname + search
}

/** The address that Hugo and Astro give to a file: `content/posts/hello.md` is at `/posts/hello/`. */
function toFolderAddress(path: string): string {
  const inner = path.replace(/^(?:.*\/)?(?:src\/content|src\/pages|content|source)\//, '')
  const name = inner.replace(/\.(?:md|markdown|mdx|txt)$/i, '').replace(/\/_?index$/i, '')
  return new URL(`/${encodeURI(name)}/`, 'https://old-site.invalid').pathname
}

/** Hugo, Astro, and Nikola put the slug into the place of the file's name. */
const withSlug = (address: string, slug: string) =>
  address.replace(/[^/]+\/$/, `${encodeURIComponent(slug)}/`)

const pictureKeys =
  'image cover featured_image featuredimage feature_image coverimage cover_image imageurl heroimage hero_image hero thumbnail banner images header'.split(
    ' ',
  )

function readPicture(data: FrontMatter): SourcePost['picture'] {
  for (const key of pictureKeys) {
    const value = Array.isArray(data[key]) ? data[key][0] : data[key]
    const picture = typeof value === 'string' ? { src: value } : value
    if (typeof picture !== 'object' || picture === null) continue
    const { src, image, url, path, file, teaser, alt, caption } = picture as Record<string, unknown>
    const address = [src, image, url, path, file, teaser].find((one) => typeof one === 'string' && one !== '')
    if (typeof address !== 'string' || address.length > 2000) continue
    const ownAlt = findText(data, 'image_alt', 'cover_alt', 'imagealt')
    const ownCaption = findText(data, 'imagecaption', 'image_caption', 'cover_caption')
    return {
      address: address.replace(/^!?\[\[(.*)\]\]$/, '$1'),
      alt: readWords(typeof alt === 'string' ? alt : ownAlt, 500),
      caption: readWords(typeof caption === 'string' ? caption : ownCaption, postLimits.imageCaption),
    }
  }
  return undefined
}

const readSeo = (data: FrontMatter): SourcePost['seo'] => ({
  title: readWords(findText(data, 'seo_title', 'meta_title', 'seotitle', 'metatitle'), 200),
  description: readWords(
    findText(data, 'seodescription', 'seo_description', 'meta_description', 'description'),
    500,
  ),
  pictureAddress: findText(data, 'og_image', 'ogimage', 'social_image', 'socialimageurl'),
})

/** The fields that are read above */
const knownFields = new Set([
  ...[...dateKeys, ...updateKeys, ...pictureKeys],
  ...`title slug permalink url aliases alias redirect_from redirects formerslugs tags tag categories category author authors
  excerpt summary description image_alt cover_alt imagealt imagecaption image_caption cover_caption seo_title meta_title
  seotitle metatitle seodescription seo_description meta_description og_image ogimage social_image socialimageurl layout
  type kind password draft private published publish status visibility feedid format firstpublishedat`.split(
    /\s+/,
  ),
])
