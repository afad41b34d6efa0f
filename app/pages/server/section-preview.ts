import type { Look } from '../../contracts/look/look.ts'
import { lookPreviewPath } from '../../contracts/look/preview-style.ts'
import type { SiteLook } from '../../contracts/look/site-look.ts'
import type { Site } from '../../contracts/site.ts'
import { type PreviewPage, previewPaths, sectionPreview } from '../../contracts/site-content/section-api.ts'
import type { View } from '../../web/page.ts'
import { sendsByHand } from '../connected-services.ts'
import type { Queryable } from '../db/connect.ts'
import type { Feature } from '../feature.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { readDrawingStyle } from '../look/drawing-style.ts'
import { resolveLook } from '../look/resolve-look.ts'
import type { MediaStore } from '../media/store.ts'
import { listNewestPosts } from '../posts/reading/public-posts.ts'
import { cleanDraft } from '../site-content/clean-value.ts'
import { bodyLimit, editor } from '../site-content/routes.ts'
import { getSection, listSections } from '../site-content/sections.ts'
import type { SitePage } from '../site-page.ts'
import type { Renderer } from './renderer.ts'

/** The look of a draft. Its style sheet is computed from the address, so that nothing of it is stored. */
async function previewLook(db: Queryable, draft: Look): Promise<SiteLook | undefined> {
  const look = await resolveLook(db, draft)
  return look && { ...look, draftStyle: lookPreviewPath(look) }
}

/** Renders public pages with a section that is not saved, for the preview beside the section's form. */
export function addSectionPreview(
  app: App,
  deps: RouteDeps & { features: Feature[]; sitePages: SitePage[]; media: MediaStore; renderer: Renderer },
): void {
  const { config, connections, db, features, sitePages, media, renderer, siteSource } = deps
  const sections = listSections(features)

  async function loadView(page: PreviewPage, site: Site): Promise<View> {
    if (page === 'notFound') return { page, props: {} }
    const slug = page === 'post' ? (await listNewestPosts(db, 1))[0]?.slug : ''
    if (slug === undefined) return loadView('blog', site)
    const byHand = await sendsByHand(connections)
    const readStyle = () => readDrawingStyle(site.look, media)
    const context = { db, site, backupsKept: config.backupsKeep, byHand, readStyle }
    const found = sitePages.find(({ path }) => path === previewPaths[page])
    const result = await found?.load({ ...context, params: { slug }, query: {} })
    if (result?.kind !== 'view') throw new Error(`the page ${page} has no preview`)
    return result.view
  }

  route(app, sectionPreview, { ...editor, bodyLimit }, async ({ params, body }) => {
    const section = getSection(sections, params.section)
    const saved = await siteSource.read()
    // A look without colors would be black.
    const basis = section.id === 'look' ? saved.content.look : undefined
    const content = { ...saved.content, [section.id]: cleanDraft(section.fields, body.value, basis) }
    const look = section.id === 'look' ? await previewLook(db, content.look) : saved.look
    const site = { ...saved, content, look }
    return { html: await renderer.render(await loadView(body.page, site), site) }
  })
}
