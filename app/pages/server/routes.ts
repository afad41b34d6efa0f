import type { FastifyReply, FastifyRequest } from 'fastify'
import { loginPath } from '../../../core/contract/paths.ts'
import type { Problem } from '../../../core/contract/problem.ts'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import { isDatabaseAway } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { policyOfPage } from '../../../core/server/http/guards/security-headers.ts'
import { createVisitorGuard } from '../../../core/server/http/limits/visitor-limit.ts'
import { prefersMarkdown } from '../../../core/server/http/negotiation.ts'
import type { PageCache, ProducedPage } from '../../../core/server/http/page-cache/page-cache.ts'
import { sendCachedPage } from '../../../core/server/http/page-cache/send-page.ts'
import { sectionTag, siteTag } from '../../../core/server/http/page-cache/site-tag.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import type { RedirectFinder } from '../../../features/manifest/feature.ts'
import { isPageOn, type SitePage } from '../../../features/manifest/site-page.ts'
import type { MediaStore } from '../../../features/media/server/store.ts'
import type { PostKind } from '../../../features/posts/contract/post-kinds.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { findPost } from '../../../features/posts/server/reading/find-post.ts'
import type { Renderer } from '../../../features/site/server/files/renderer.ts'
import { readDrawingStyle } from '../../../features/site/server/look/drawing-style.ts'
import { trackSections } from '../../../features/site/server/site-content/track-sections.ts'
import type { PageViewCounter } from '../../../features/site/server/visits/page-view-counter.ts'
import { tellWhenOpened } from '../../../features/site/server/visits/routes.ts'

const html = 'text/html; charset=utf-8'

const searchLimit = { max: 60, minutes: 10 }

/** Adds a route for every page in the map (pages.ts), served through the page cache. */
export function addSitePages(
  app: App,
  deps: RouteDeps & {
    pageCache: PageCache
    media: MediaStore
    renderer: Renderer
    tally: PageViewCounter
    redirects: RedirectFinder | undefined
    sitePages: SitePage[]
  },
): void {
  const { db, pageCache, tally, redirects, sitePages } = deps
  const produce = createProducer(deps)
  const refuseTooMany = createVisitorGuard(app, searchLimit)

  /** A search is rendered for each request and never cached, so the number of searches is limited. */
  async function sendSearch(
    request: FastifyRequest,
    reply: FastifyReply,
    render: () => Promise<ProducedPage>,
  ) {
    await refuseTooMany(request)
    const { body } = await render()
    return reply.header('cache-control', 'no-store').type(html).send(body)
  }

  /** Returns the path of a draft's preview if a signed-in admin requests the URL that the draft will have. */
  async function findPreview(
    request: FastifyRequest,
    kind: PostKind,
    slug = '',
  ): Promise<string | undefined> {
    await request.loadSession()
    if (!request.session || (await findPost(db, slug, 'visitor', kind))) return undefined
    const draft = await findPost(db, slug, 'admin', kind)
    return draft && postPaths.preview(draft.id)
  }

  for (const page of sitePages)
    pageRoute<Record<string, string>, Record<string, unknown>>(
      app,
      page.path,
      { audience: 'everyone', kind: page.kind === 'file' ? 'file' : 'page' },
      async (request, reply) => {
        if (page.isAddress?.(request.params) === false) {
          reply.callNotFound()
          return reply
        }
        const isMarkdown = page.kind === 'post' && prefersMarkdown(request.headers.accept)
        const params = isMarkdown ? toMarkdown(request.params) : request.params
        const query = knownQuery(page.query, request.query)
        // An old site's `/?p=123` is the home page to the router.
        const hasOtherQuery = Object.keys(request.query).length > Object.keys(query).length
        const target = hasOtherQuery ? await redirects?.find(request.url, 'query') : undefined
        if (target !== undefined) return redirectForGood(reply, target)
        const url = canonicalUrl(page.path, params, query)
        const render = () => produce(page, url, params, query)
        if (page.kind === 'searchable' && query.q !== undefined) return sendSearch(request, reply, render)
        const preview = page.kind === 'post' ? await findPreview(request, page.of, params.slug) : undefined
        if (preview) return reply.header('cache-control', 'no-store').redirect(preview, 303)
        const cached = await pageCache.get(url, render)
        const { visitPath } = cached
        const isVisit = request.method === 'GET' && visitPath !== undefined
        const isPrefetch = isVisit && tally.addVisit(visitPath, request.headers) === 'prefetch'
        const headers = isPrefetch ? tellWhenOpened(cached.headers?.['speculation-rules']) : undefined
        return sendCachedPage(request, reply, pageCache, cached, headers)
      },
    )
}

/** Returns the function that loads and renders a page. */
function createProducer(deps: RouteDeps & { media: MediaStore; renderer: Renderer }) {
  const { config, db, media, renderer, siteSource, connections } = deps
  return async (
    page: SitePage,
    url: string,
    params: Record<string, string>,
    query: Record<string, string>,
  ): Promise<ProducedPage> => {
    const { site, read } = trackSections(await siteSource.read())
    if (!isPageOn(page, site)) throw new RequestProblem('not-found')
    const byHand = await sendsByHand(connections)
    const readStyle = () => readDrawingStyle(site.look, media)
    const backupsKept = config.backupsKeep
    const result = await page.load({ db, site, backupsKept, byHand, readStyle, params, query })
    // There is no limit to the number of unknown URLs, so they are not stored in the cache.
    if (result.kind === 'not found') throw new RequestProblem('not-found')
    const common = { route: page.path, isFile: page.kind === 'file', status: 200, contentType: html }
    const tags = () => [siteTag, ...[...read].map(sectionTag), ...result.tags]
    switch (result.kind) {
      case 'redirect':
        return { ...common, status: 301, location: result.to, body: '', isKept: result.isKept, tags: tags() }
      case 'file': {
        const { contentType, body, headers } = result
        return { ...common, contentType, body, headers, tags: tags() }
      }
      case 'view': {
        const { view, status = 200, headers, isCurrent } = result
        // The page that confirms a submitted form does not count as a visit.
        const isVisit = status === 200 && Object.keys(query).every((name) => name === 'page')
        const visitPath = isVisit ? url.split('?', 1)[0] : undefined
        const body = await renderer.render(view, site)
        const headersOfPage = { ...headers, ...policyOfPage(body, config) }
        return { ...common, status, body, headers: headersOfPage, isCurrent, visitPath, tags: tags() }
      }
    }
  }
}

const toMarkdown = ({ slug = '' }: Record<string, string>) => ({ slug: `${slug.replace(/\.md$/, '')}.md` })

/** Returns one URL for all spellings of a page's URL. This URL is the page's key in the page cache. */
function canonicalUrl(route: string, params: Record<string, string>, query: Record<string, string>): string {
  const path = route.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

function knownQuery(
  allowed: Record<string, RegExp> = {},
  query: Record<string, unknown>,
): Record<string, string> {
  const known: Record<string, string> = {}
  for (const [name, pattern] of Object.entries(allowed)) {
    const value = query[name]
    if (typeof value === 'string' && pattern.test(value)) known[name] = value
  }
  return known
}

const redirectForGood = (reply: FastifyReply, target: string) =>
  reply.header('cache-control', 'no-cache').redirect(target, 301)

/**
 * Creates the page that explains a failed request. "Not found" is the same for everyone, so it is cached. An address of
 * the site from which posts were imported leads to its post instead.
 */
export function createProblemPage({
  pageCache,
  renderer,
  siteSource,
  sendPage,
  redirects,
}: RouteDeps & { pageCache: PageCache; renderer: Renderer; redirects: RedirectFinder | undefined }) {
  return async (request: FastifyRequest, reply: FastifyReply, problem: Problem): Promise<FastifyReply> => {
    if (problem.status !== 404) {
      // A form posts to its own page, so its address is where to continue after sign-in.
      const signIn = problem.status === 401 ? loginPath(request.url) : undefined
      return sendPage(reply, { page: 'problem', props: { problem, signIn } }, problem.status)
    }
    // Pages for admins and pages behind a secret link are never put in a cache.
    if (request.routeOptions.config.audience === 'admin' || request.routeOptions.config.audience === 'guest')
      return sendPage(reply, { page: 'notFound', props: {} }, problem.status)
    try {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const target = isRead ? await redirects?.find(request.url, 'path') : undefined
      if (target !== undefined) return redirectForGood(reply, target)
      const cached = await pageCache.get('not found', async () => {
        const { site, read } = trackSections(await siteSource.read())
        const body = await renderer.render({ page: 'notFound', props: {} }, site)
        return { status: 404, contentType: html, body, tags: [siteTag, ...[...read].map(sectionTag)] }
      })
      return await sendCachedPage(request, reply, pageCache, cached)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      return sendPage(reply, { page: 'problem', props: { problem } }, problem.status)
    }
  }
}
