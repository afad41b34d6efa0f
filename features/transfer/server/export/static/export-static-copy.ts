import { readFile } from 'node:fs/promises'
import { paths } from '../../../../../core/contract/paths.ts'
import type { Site } from '../../../../../core/contract/site.ts'
import type { Queryable } from '../../../../../core/server/db/connect.ts'
import { isPageOn, type PageContext, type SitePage } from '../../../../manifest/site-page.ts'
import { readFileAddress } from '../../../../media/contract/files.ts'
import { keyOf } from '../../../../media/server/files/files.ts'
import { type MediaStore, readPictureFile, readStoredFile } from '../../../../media/server/store.ts'
import { type BareRenderer, clientFolder } from '../../../../site/server/files/renderer.ts'
import { readSiteFile } from '../../../../site/server/files/site-files.ts'
import { readDrawingStyle } from '../../../../site/server/look/drawing-style.ts'
import { composeStyle } from '../../../../site/server/look/look-styles.ts'
import { type FileFacts, filePath, type MediaFacts } from '../export-media.ts'
import { notFoundFile, writeNotFoundPage } from './not-found-page.ts'
import { rewritePage } from './rewrite-page.ts'
import { rewriteStyle } from './rewrite-style.ts'
import { createAddresses, type NeededFiles, relativePath } from './static-addresses.ts'
import { listStaticPages, type StaticPage } from './static-pages.ts'

export type StaticCopyDeps = {
  db: Queryable
  site: Site
  sitePages: SitePage[]
  media: MediaStore
  pictures: ReadonlyMap<string, MediaFacts>
  files: readonly FileFacts[]
  renderer: BareRenderer
  backupsKept: number
}

type CopyFile = { path: string; body: string | Uint8Array }

/** Writes every public page, as the live site shows it, into files that any web host can serve from any folder. */
export async function* exportStaticCopy(given: StaticCopyDeps): AsyncGenerator<CopyFile> {
  const { db, site, pictures } = given
  const deps = { ...given, sitePages: given.sitePages.filter((page) => isPageOn(page, site)) }
  const { publicUrl } = site
  const { pages, files } = await listStaticPages(db, deps.sitePages)
  const needed: NeededFiles = new Map()
  const hasPicture = (name: string, width: number) => pictures.get(name)?.widths.includes(width) ?? false
  const downloads = new Set(deps.files.map(filePath))
  const hasFile = (path: string) => downloads.has(path)
  const addresses = createAddresses({ publicUrl, pages: files, hasPicture, hasFile, needed })
  const render = createRender(deps)
  const forms = Object.fromEntries(deps.sitePages.map(({ path, liveForm = '' }) => [path, liveForm]))
  const rewrite = (html: string, file: string) => rewritePage(html, { file, publicUrl, addresses, forms })

  for (const page of pages) {
    const view = await loadView(deps, page)
    if (view) yield { path: page.file, body: rewrite(await render(view), page.file) }
  }
  const missing = await render({ page: 'notFound', props: {} })
  const readFile = (path: string) => readNeeded(deps, path, needed.get(path) ?? `/${path}`)
  yield { path: notFoundFile, body: await writeNotFoundPage(missing, { publicUrl, addresses, readFile }) }
  yield* writeProgramFiles(deps)
  yield* copyNeeded(deps, needed)
}

type ViewOf = Parameters<BareRenderer['render']>[0]

async function loadView(
  deps: StaticCopyDeps,
  { page, params, query }: StaticPage,
): Promise<ViewOf | undefined> {
  const result = await page.load(toContext(deps, params, query))
  if (result.kind !== 'view') return undefined
  const { view } = result
  // The copy stores no personal data, so it has no date of the last clean-up.
  return view.page === 'privacyPolicy' ? { ...view, props: { ...view.props, lastCleanUp: undefined } } : view
}

function toContext(
  { db, site, media, backupsKept }: StaticCopyDeps,
  params: Record<string, string>,
  query: Record<string, string>,
): PageContext {
  const readStyle = () => readDrawingStyle(site.look, media)
  return { db, site, backupsKept, byHand: false, readStyle, params, query }
}

/** Renders pages with the style sheet of the site's look. */
function createRender({ renderer, site }: StaticCopyDeps) {
  const style = findLookStyle(site, renderer)
  const links = site.look && {
    style: style && paths.lookStyle(style.hash),
    fonts: renderer.fontFiles[site.look.fontPair].fonts,
  }
  return async (view: ViewOf) => renderer.render(view, site, links)
}

function findLookStyle({ look }: Site, { fontFiles }: BareRenderer) {
  const style = look && composeStyle(look, fontFiles)
  return style?.css ? style : undefined
}

/** Feeds, sitemap, robots.txt, and llms.txt, with the addresses of the live site */
async function* writeProgramFiles(deps: StaticCopyDeps): AsyncGenerator<CopyFile> {
  const left: string[] = [paths.speculationRules]
  for (const page of deps.sitePages) {
    if (page.kind !== 'file' || left.includes(page.path)) continue
    const numbers =
      page.path === paths.sitemapPart(':number') ? countUp() : page.path.includes(':') ? [] : ['']
    for (const number of numbers) {
      const result = await page.load(toContext(deps, { number }, {}))
      if (result.kind !== 'file') break
      yield { path: page.path.slice(1).replace(':number', number), body: result.body }
    }
  }
}

function* countUp() {
  for (let number = 0; ; number++) yield String(number)
}

/** Copies the files that the pages load, and what these load in turn. */
async function* copyNeeded(deps: StaticCopyDeps, needed: NeededFiles): AsyncGenerator<CopyFile> {
  const done = new Set<string>()
  // Style sheets add fonts while this goes on.
  for (let rest = [...needed]; rest.length > 0; rest = [...needed].filter(([path]) => !done.has(path)))
    for (const [path, address] of rest.sort(([a], [b]) => (a < b ? -1 : 1))) {
      done.add(path)
      const body = await readNeeded(deps, path, address)
      if (body === undefined) continue
      yield { path, body: path.endsWith('.css') ? relateStyle(body.toString(), path, needed) : body }
    }
}

async function readNeeded(
  { site, media, renderer }: StaticCopyDeps,
  path: string,
  address: string,
): Promise<Uint8Array | undefined> {
  const [, picture, width] = /^media\/([0-9a-f]{32})-(\d+)\.webp$/.exec(path) ?? []
  if (picture) return readPictureFile(media, picture, Number(width))
  const stored = readFileAddress(address)
  if (stored) return readStoredFile(media, keyOf(stored))
  if (path.startsWith('assets/')) return readFile(clientFolder + path)
  const style = findLookStyle(site, renderer)
  if (style && address === paths.lookStyle(style.hash)) return Buffer.from(style.css)
  return readSiteFile(address, site, media)
}

/** Makes the addresses in a style sheet relative, and notes what it loads. */
function relateStyle(css: string, from: string, needed: NeededFiles): string {
  return rewriteStyle(css, from, (file) => {
    needed.set(file, `/${file}`)
    return relativePath(from, file)
  })
}
