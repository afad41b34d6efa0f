import type { Look } from '../../../core/contract/look/look.ts'
import type { SiteLook } from '../../../core/contract/look/site-look.ts'
import type { Site, SiteContent } from '../../../core/contract/site.ts'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { route } from '../../../core/server/http/route.ts'
import type { View } from '../../../core/web/page.ts'
import type { Feature } from '../../../features/manifest/feature.ts'
import type { SitePage } from '../../../features/manifest/site-page.ts'
import type { MediaStore } from '../../../features/media/server/store.ts'
import { listNewestPosts } from '../../../features/posts/server/reading/public-posts.ts'
import { lookPreviewPath } from '../../../features/site/contract/look/preview-style.ts'
import {
  type PreviewPage,
  previewPaths,
  sectionPreview,
  sitePreview,
} from '../../../features/site/contract/site-content/section-api.ts'
import type { Renderer } from '../../../features/site/server/files/renderer.ts'
import { readDrawingStyle } from '../../../features/site/server/look/drawing-style.ts'
import { resolveLook } from '../../../features/site/server/look/resolve-look.ts'
import { cleanDraft } from '../../../features/site/server/site-content/clean-value.ts'
import { readDrafts } from '../../../features/site/server/site-content/read-content.ts'
import { bodyLimit, editor } from '../../../features/site/server/site-content/routes.ts'
import { getSection, listSections } from '../../../features/site/server/site-content/sections.ts'

/** The look of a draft. Its style sheet is computed from the address, so that nothing of it is stored. */
async function previewLook(db: Queryable, draft: Look): Promise<SiteLook | undefined> {
  const look = await resolveLook(db, draft)
  return look && { ...look, draftStyle: lookPreviewPath(look) }
}

/** Renders public pages with the drafts of all sections and one that is not saved, for the preview in Site. */
export function addSectionPreview(
  app: App,
  deps: RouteDeps & { features: Feature[]; sitePages: SitePage[]; media: MediaStore; renderer: Renderer },
): void {
  const { config, connections, db, features, sitePages, media, renderer, siteSource } = deps
  const sections = listSections(features)

  async function loadView(page: PreviewPage, site: Site): Promise<View> {
    if (page === 'notFound') return { page, props: {} }
    if (page === 'plan') return { page, props: { state: 'open', token: '' } }
    const slug = page === 'post' ? (await listNewestPosts(db, 1))[0]?.slug : ''
    if (slug === undefined) return loadView('blog', site)
    const byHand = await sendsByHand(connections)
    const readStyle = () => readDrawingStyle(site.look, media)
    const context = { db, site, backupsKept: config.backupsKeep, byHand, readStyle }
    const wanted = page in previewPaths ? previewPaths[page as keyof typeof previewPaths] : page
    const found = sitePages.find(({ path }) => path === wanted)
    const result = await found?.load({ ...context, params: { slug }, query: {} })
    // A page that is switched off
    if (result?.kind !== 'view') return loadView('notFound', site)
    return result.view
  }

  async function render(page: PreviewPage, saved: Site, drafts: Partial<SiteContent>) {
    const look = drafts.look ? await previewLook(db, drafts.look) : saved.look
    const site = { ...saved, content: { ...saved.content, ...drafts }, look }
    return { html: await renderer.render(await loadView(page, site), site) }
  }

  route(app, sitePreview, editor, async ({ query }) =>
    render(query.page ?? 'home', await siteSource.read(), await readDrafts(db, sections)),
  )

  route(app, sectionPreview, { ...editor, bodyLimit }, async ({ params, body }) => {
    const section = getSection(sections, params.section)
    const saved = await siteSource.read()
    // A look without colors would be black.
    const basis = section.id === 'look' ? saved.content.look : undefined
    const typed = { [section.id]: cleanDraft(section.fields, body.value, basis) }
    return render(body.page, saved, { ...(await readDrafts(db, sections)), ...typed })
  })
}
