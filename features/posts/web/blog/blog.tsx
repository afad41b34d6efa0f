import { paths } from '../../../../core/contract/paths.ts'
import type { SiteContent } from '../../../../core/contract/site.ts'
import type { Page } from '../../../../core/web/page.ts'
import { postPaths } from '../../contract/post-paths.ts'
import type { PostSummary } from '../../contract/posts.ts'
import { postPage } from '../../words/blog.ts'
import { AfterPosts } from './after-posts.tsx'
import { feeds } from './feeds.ts'
import { PostList } from './post-list.tsx'

type BlogProps = {
  posts: PostSummary[]
  page: number
  hasOlder: boolean
  /** Undefined if there are too many posts to count */
  lastPage: number | undefined
  tag?: string | undefined
  /** The office's own pages that match the search */
  ownPages?: OwnPageLink[]
  /**
   * The search. `total` is the number of matches, undefined if there are too many to count. `ranked` is the number of
   * matches that are sorted by relevance (features/posts/server/reading/public-posts.ts).
   */
  search?: { q: string; total: number | undefined; ranked: number } | undefined
}

type OwnPageLink = { slug: string; title: string; excerpt: string }

export const blog: Page<BlogProps> = {
  head: ({ site, page, tag, search }) => {
    const { labels } = site.content.blog
    const title = tag === undefined ? labels.title : `${labels.tagged} ${tag}`
    return {
      title: page > 1 ? `${title}, page ${page}` : title,
      description: `${site.content.blog.lead} By ${site.name}.`,
      canonical: pageAddress(page, tag),
      unlisted: search !== undefined,
      alternates: feeds(site),
    }
  },
  styles: 'blog',
  Body: ({ site, posts, page, hasOlder, lastPage, tag, ownPages = [], search }) => {
    const words = site.content.blog
    return (
      <main id="main" tabIndex={-1} className="wrap blog">
        <header className="blog-head">
          <div>
            <h1 dir="auto">{tag === undefined ? words.headline : `${words.labels.tagged} ${tag}`}</h1>
            {tag === undefined ? (
              <p className="lead">{words.lead}</p>
            ) : (
              <a className="text-link" href={postPaths.blog}>
                {words.labels.all}
              </a>
            )}
          </div>
          {/* A plain GET form, so that the results have a URL that readers can share. */}
          <search>
            <form action={postPaths.blog} className="blog-search">
              <label htmlFor="blog-search">{words.search.label}</label>
              <input
                id="blog-search"
                type="search"
                name="q"
                defaultValue={search?.q}
                maxLength={200}
                required
              />
              <button type="submit" className="btn btn-quiet btn-small">
                {words.search.button}
              </button>
            </form>
          </search>
        </header>
        {search && (
          <p className="blog-found" role="status">
            {posts.length > 0
              ? postPage.found(search)
              : ownPages.length > 0
                ? words.search.onlyPages
                : words.search.none}{' '}
            <a href={postPaths.blog}>{words.labels.all}</a>
          </p>
        )}
        {ownPages.length > 0 && <FoundPages title={words.search.pages} pages={ownPages} />}
        {posts.length > 0 ? (
          <PostList posts={posts} site={site} heading="h2" />
        ) : (
          !search && <p className="blog-found">{words.empty}</p>
        )}
        {(page > 1 || hasOlder) && (
          <Pages
            words={words}
            page={page}
            hasOlder={hasOlder}
            lastPage={lastPage}
            tag={tag}
            search={search}
          />
        )}
        <AfterPosts site={site} />
        <p className="blog-feed">
          <a href={paths.rss}>{words.labels.feed}</a>
        </p>
      </main>
    )
  },
}

function FoundPages({ title, pages }: { title: string; pages: OwnPageLink[] }) {
  return (
    <section className="blog-own-pages" aria-labelledby="own-pages-title">
      <h2 id="own-pages-title">{title}</h2>
      <ul>
        {pages.map(({ slug, title, excerpt }) => (
          <li key={slug}>
            <a href={postPaths.ownPage(slug)} dir="auto">
              {title}
            </a>
            <p dir="auto">{excerpt}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to the first, last, and neighboring pages */
function Pages({
  words,
  page,
  hasOlder,
  lastPage,
  tag,
  search,
}: Omit<BlogProps, 'posts'> & { words: SiteContent['blog'] }) {
  return (
    <nav className="blog-pages" aria-label="Pages">
      <ol>
        {listPageNumbers(page, lastPage ?? (hasOlder ? page + 1 : page)).map((number, position) =>
          number === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never moved
            <li key={`gap ${position}`}>…</li>
          ) : (
            <li key={number}>
              <a
                className="page-number"
                href={pageAddress(number, tag, search?.q)}
                aria-label={postPage.page(number, lastPage)}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            </li>
          ),
        )}
      </ol>
      {page > 1 && (
        <a className="btn btn-quiet btn-small" href={pageAddress(page - 1, tag, search?.q)} rel="prev">
          {search ? words.search.better : words.labels.newer}
        </a>
      )}
      {hasOlder && (
        <a className="btn btn-quiet btn-small" href={pageAddress(page + 1, tag, search?.q)} rel="next">
          {search ? words.search.further : words.labels.older}
        </a>
      )}
    </nav>
  )
}

/** Numbers of the first, last, and neighboring pages, in order. `undefined` marks a gap of several pages. */
function listPageNumbers(page: number, last: number): (number | undefined)[] {
  const near = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last)
  const numbers = [...new Set(near)].sort((a, b) => a - b)
  return numbers.flatMap((number, position) => {
    const skipped = number - (numbers[position - 1] ?? 0) - 1
    if (skipped === 0) return [number]
    return skipped === 1 ? [number - 1, number] : [undefined, number]
  })
}

function pageAddress(page: number, tag: string | undefined, q?: string): string {
  if (q !== undefined) return page === 1 ? postPaths.blogSearch(q) : `${postPaths.blogSearch(q)}&page=${page}`
  const path = tag === undefined ? postPaths.blog : postPaths.blogTag(tag)
  return page === 1 ? path : `${path}?page=${page}`
}
