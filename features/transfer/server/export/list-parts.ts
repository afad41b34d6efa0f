import { and, asc, isNotNull, isNull, or } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { csvLine } from '../../../../core/server/http/csv.ts'
import { findOrganization } from '../../../../core/server/organization.ts'
import type { ExportTable, Feature } from '../../../manifest/feature.ts'
import { keyOf } from '../../../media/server/files/files.ts'
import { listFiles, readStoredFile } from '../../../media/server/store.ts'
import { blogPosts } from '../../../posts/schema.ts'
import { isOfKind } from '../../../posts/server/post-rows.ts'
import { readPageLink } from '../../../site/contract/site-content/link-target.ts'
import { siteSections } from '../../../site/schema/site-content.ts'
import { findTopics } from '../../../site/server/settings/topics.ts'
import { listSections } from '../../../site/server/site-content/sections.ts'
import { filePath } from './export-media.ts'
import { exportTexts, exportTranscripts } from './export-texts.ts'
import { writeReadingGuide } from './reading-guide.ts'
import { exportStaticCopy, type StaticCopyDeps } from './static/export-static-copy.ts'

export type Part = {
  path: string
  body: string | Uint8Array | AsyncIterable<string | Uint8Array>
  /** The count that this file increases, by `count` or by 1 */
  counts?: string | undefined
  count?: () => number
  /** True if progress counts it */
  isStep?: boolean
}

/** All files of an export except its manifest, one after the other. */
export async function* listParts(features: Feature[], deps: StaticCopyDeps): AsyncGenerator<Part> {
  const { db, site, media, pictures, files } = deps
  const findPicture = (name: string) => pictures.get(name)
  yield { path: 'README.md', body: writeReadingGuide(site, features) }
  for await (const file of exportTexts(db, site, 'post', findPicture))
    yield { ...file, counts: 'posts', isStep: true }
  for await (const file of exportTexts(db, site, 'page', findPicture))
    yield { ...file, counts: 'pages', isStep: true }
  yield* exportTranscripts(db)
  yield { path: 'media.json', body: toJson([...pictures.values()]) }
  for (const name of pictures.keys()) {
    let isFirst = true
    // One that is deleted in the meantime has no files.
    for await (const { key, bytes } of listFiles(media, name)) {
      yield {
        path: `media/${key}`,
        body: bytes,
        ...(isFirst && { counts: 'pictures', isStep: true }),
      }
      isFirst = false
    }
  }
  yield { path: 'files.json', body: toJson(files) }
  for (const file of files) {
    const body = await readStoredFile(media, keyOf(file))
    if (body) yield { path: filePath(file), body, counts: 'files' }
  }
  yield* exportSite(db, features)
  for (const { exportTables = [] } of features) for (const table of exportTables) yield exportTable(db, table)
  for await (const { path, body } of exportStaticCopy(deps))
    yield { path: `static/${path}`, body, isStep: path.endsWith('.html') }
}

/** The words, look, and settings that editors and owners chose. What they never changed is left out. */
async function* exportSite(db: Queryable, features: Feature[]): AsyncGenerator<Part> {
  yield { path: 'site/sections.json', body: toJson(await readSections(db, features)) }
  yield { path: 'site/organization.json', body: toJson(await findOrganization(db)) }
  const topics = await findTopics(db)
  if (topics) yield { path: 'site/topics.json', body: toJson(topics) }
}

/** Published and draft value of each section that editors changed */
async function readSections(db: Queryable, features: Feature[]): Promise<object> {
  const rows = await db
    .select({ section: siteSections.section, published: siteSections.published, draft: siteSections.draft })
    .from(siteSections)
    .where(or(isNotNull(siteSections.published), isNotNull(siteSections.draft)))
    .orderBy(asc(siteSections.section))
  const pages = await db
    .select({ id: blogPosts.id, slug: blogPosts.slug })
    .from(blogPosts)
    .where(and(isOfKind('page'), isNull(blogPosts.deletedAt)))
  const known = new Set<string>(listSections(features).map(({ id }) => id))
  const slugs = new Map(pages.map(({ id, slug }) => [id, slug]))
  return Object.fromEntries(
    rows.flatMap(({ section, published, draft }) => {
      const values = { ...(published !== null && { published }), ...(draft !== null && { draft }) }
      return known.has(section) ? [[section, namePages(values, slugs)]] : []
    }),
  )
}

function exportTable(db: Queryable, { path, counts, read }: ExportTable): Part {
  // The headings are no row.
  let rows = -1
  async function* write() {
    for await (const cells of read(db)) {
      rows++
      yield csvLine(cells)
    }
  }
  return { path, body: write(), counts, count: () => rows }
}

/** Writes links to own pages with the page's address in place of its id, which means nothing elsewhere. */
function namePages(value: unknown, slugs: ReadonlyMap<number, string>): unknown {
  if (typeof value === 'string') {
    const id = readPageLink(value)
    if (id === undefined) return value
    const slug = slugs.get(id)
    return slug === undefined ? 'page:missing-page' : `page:/${slug}`
  }
  if (Array.isArray(value)) return value.map((inner) => namePages(inner, slugs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, namePages(inner, slugs)]))
}

/** JSON for people, whose keys are in the order of the alphabet, because Postgres orders them by its own rule */
const toJson = (value: unknown) => `${JSON.stringify(value, sortKeys, 2)}\n`

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
