import { createHash } from 'node:crypto'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../../core/server/db/connect.ts'
import { listAuthorSlugs } from '../../../../guests/server/authors.ts'
import type { SitePage } from '../../../../manifest/site-page.ts'
import { addressesOf, addressOf, type PostKind } from '../../../../posts/contract/post-kinds.ts'
import { postPaths } from '../../../../posts/contract/post-paths.ts'
import { blogPosts, postSlugs } from '../../../../posts/schema.ts'
import { isPublic, isPublicPost } from '../../../../posts/server/post-rows.ts'
import { postsPerPage } from '../../../../posts/server/reading/public-posts.ts'
import { slugFromTitle } from '../../../../posts/server/slugs.ts'
import { readRedirects } from '../export-redirects.ts'

/** A public page, and its file in the copy */
export type StaticPage = {
  page: SitePage
  /** Path and query on the live site */
  address: string
  file: string
  params: Record<string, string>
  query: Record<string, string>
}

export type StaticPages = {
  pages: StaticPage[]
  /** File of a page by its address on the live site; former addresses of posts and redirects included */
  files: ReadonlyMap<string, string>
}

type Variant = Pick<StaticPage, 'address' | 'file' | 'params' | 'query'>
type ListVariants = (db: Queryable) => Promise<Variant[]>

/** How to list the pages of each route that has more than one page */
const variantsOf: Record<string, ListVariants> = {
  [postPaths.blog]: async (db) =>
    listPages(postPaths.blog, 'blog', {}, await db.$count(blogPosts, isPublicPost)),
  [postPaths.blogTagRoute]: listTagPages,
  [postPaths.author(':slug')]: async (db) =>
    (await listAuthorSlugs(db)).map((slug) => one(postPaths.author(slug), { slug })),
  [addressesOf.post.html(':slug')]: (db) => listTexts(db, 'post'),
  [addressesOf.page.html(':slug')]: (db) => listTexts(db, 'page'),
}

/** Lists every public page for people. */
export async function listStaticPages(db: Queryable, sitePages: SitePage[]): Promise<StaticPages> {
  const pages: StaticPage[] = []
  for (const page of sitePages) {
    if (page.kind === 'file') continue
    const { members } = page
    const list = members
      ? async () => (await members.read(db)).map(({ path, params }) => one(path, params))
      : variantsOf[page.path]
    if (!list && page.path.includes(':'))
      throw new Error(
        `features/transfer/server/export/static/static-pages.ts does not list the pages of ${page.path}`,
      )
    const variants = list ? await list(db) : [one(page.path, {})]
    pages.push(...variants.map((variant) => ({ page, ...variant })))
  }
  const files = new Map(pages.map(({ address, file }) => [address, file]))
  for (const { kind, slug, former } of await listFormerSlugs(db)) {
    const file = files.get(addressOf({ kind, slug }))
    if (file) files.set(addressOf({ kind, slug: former }), file)
  }
  for await (const [from, to] of readRedirects(db)) {
    const file = files.get(to)
    // As on the live site, a redirect counts only where nothing else is.
    if (file && !files.has(from)) files.set(from, file)
  }
  return { pages, files }
}

/** A page whose folder in the copy is its address, so that the address stays when the copy is put on the same host */
const one = (address: string, params: Record<string, string>): Variant => ({
  address,
  file: `${address.slice(1)}${address === '/' ? '' : '/'}index.html`,
  params,
  query: {},
})

/** The pages of a list of posts. The first one exists even without posts. */
function listPages(
  address: string,
  folder: string,
  params: Record<string, string>,
  posts: number,
): Variant[] {
  const count = Math.max(1, Math.ceil(posts / postsPerPage))
  const later = Array.from({ length: count - 1 }, (_, index): Variant => {
    const page = String(index + 2)
    const file = `${folder}/page/${page}/index.html`
    return { address: `${address}?page=${page}`, file, params, query: { page } }
  })
  return [{ address, file: `${folder}/index.html`, params, query: {} }, ...later]
}

async function listTagPages(db: Queryable): Promise<Variant[]> {
  const { rows } = await db.execute<{ tag: string; count: number }>(
    sql`select tag, count(*)::int as count from ${blogPosts}, unnest(tags) as tag
      where ${isPublicPost} group by tag order by tag collate "C"`,
  )
  const taken = new Set<string>()
  return rows.flatMap(({ tag, count }) => {
    const folder = pickFolder(tag, taken)
    return listPages(postPaths.blogTag(tag), `blog/tag/${folder}`, { tag }, count)
  })
}

/** A folder that every file system can have. Tags may contain slashes, and differ only in capital letters. */
function pickFolder(tag: string, taken: Set<string>): string {
  const slug = slugFromTitle(tag)
  const hash = createHash('sha256').update(tag).digest('hex').slice(0, 8)
  const folder = slug === '' ? hash : taken.has(slug) ? `${slug}-${hash}` : slug
  taken.add(folder)
  return folder
}

async function listTexts(db: Queryable, kind: PostKind): Promise<Variant[]> {
  const rows = await db
    .select({ slug: blogPosts.slug })
    .from(blogPosts)
    .where(and(isPublic, eq(blogPosts.kind, kind)))
    .orderBy(sql`${blogPosts.slug} collate "C"`)
  return rows.map(({ slug }) => one(addressOf({ kind, slug }), { slug }))
}

function listFormerSlugs(db: Queryable) {
  return db
    .select({ kind: blogPosts.kind, slug: blogPosts.slug, former: postSlugs.slug })
    .from(postSlugs)
    .innerJoin(blogPosts, eq(blogPosts.id, postSlugs.postId))
    .where(and(isPublic, ne(postSlugs.slug, blogPosts.slug)))
    .orderBy(asc(postSlugs.slug))
}
