import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import { pageQuery } from '../../../core/contract/paging.ts'
import { paths } from '../../../core/contract/paths.ts'
import { rights } from '../../../core/contract/roles.ts'
import type { SessionUser } from '../../../core/contract/session.ts'
import type { Site } from '../../../core/contract/site.ts'
import { catalogOf } from '../../../core/server/activity/activity-lines.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { requireSession } from '../../../core/server/http/guards/session.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { mailKindsOf } from '../../../core/server/mail/mail-hooks.ts'
import type { Names } from '../../../core/web/admin/names.ts'
import type { Assistant } from '../../../features/assistant/server/assistant.ts'
import { addSimpleInviteForms, readAuthorsTab } from '../../../features/guests/server/invite-forms.ts'
import type { MailingDeps } from '../../../features/guests/server/invite-mails.ts'
import { type Feature, isOn } from '../../../features/manifest/feature.ts'
import { listWaitlist } from '../../../features/people/server/waitlist.ts'
import { emptySimplePost } from '../../../features/posts/contract/post-form.ts'
import { postQuery } from '../../../features/posts/contract/posts.ts'
import { listPostSummaries } from '../../../features/posts/server/reading/list-posts.ts'
import { findAdminScreen } from '../../contract/admin-screens.ts'
import { addCreateForm, listNewestPictures } from './create-form.ts'
import { mergeToday } from './today/read-today.ts'

const rowsPerPage = 50

/** Query parameters of each tab. An unknown tab shows the first tab, `create`. */
const tabQuery = z.union([
  z.object({
    tab: z.literal('manage'),
    cursor: postQuery.shape.cursor,
    saved: z.optional(z.literal('1')),
  }),
  z.object({ tab: z.literal('authors'), cursor: pageQuery.shape.cursor }),
  z.object({ tab: z.literal('waitlist'), cursor: pageQuery.shape.cursor }),
  z.object({
    tab: z.pipe(
      z.transform((tab) => (tab === 'manage' || tab === 'authors' || tab === 'waitlist' ? tab : 'create')),
      z.literal('create'),
    ),
  }),
])

/** Serves the admin app (one page for all its URLs) and the pages of the simple admin, which needs no JavaScript. */
export function addAdminPages(
  app: App,
  deps: RouteDeps & MailingDeps & { assistant: Assistant; features: Feature[] },
): void {
  const { db, sendPage, siteSource, features } = deps
  const isScreen = (path: string, { off }: Site) =>
    findAdminScreen(path) !== undefined ||
    features.filter(isOn(off)).some(({ adminPaths }) => adminPaths?.includes(path))
  const names = namesOf(features)
  const admin = { audience: 'admin', role: rights.work } as const

  for (const path of [paths.admin, paths.adminScreens])
    pageRoute(app, path, admin, async (request, reply) => {
      const path = new URL(request.url, 'http://any').pathname.replace(/\/$/, '')
      const status = isScreen(path, await siteSource.read()) ? 200 : 404
      const props = { user: requireSession(request).user, names }
      return sendPage(reply, { page: 'adminApp', props }, status)
    })

  pageRoute(app, paths.adminSimple, { ...admin, query: tabQuery }, async (request, reply) => {
    const { user } = requireSession(request)
    const props = { user, ...(await readTab(request.query, user)) }
    return sendPage(reply, { page: 'adminSimple', props })
  })

  async function readTab(query: z.infer<typeof tabQuery>, user: SessionUser) {
    const { tab } = query
    switch (tab) {
      case 'create':
        return {
          tab,
          formKey: randomUUID(),
          values: { ...emptySimplePost, author: user.defaultAuthor },
          pictures: await listNewestPictures(db),
        }
      case 'manage': {
        const { cursor, saved } = query
        const { rows: posts, ...page } = await listPostSummaries(db, { limit: rowsPerPage, cursor }, 'admin')
        return { tab, posts, ...page, isFirstPage: cursor === undefined, saved: saved !== undefined }
      }
      case 'authors':
        return { tab, list: await readAuthorsTab(deps, query.cursor) }
      case 'waitlist': {
        const { cursor } = query
        const { rows: entries, ...page } = await listWaitlist(db, { limit: rowsPerPage, cursor })
        return { tab, entries, ...page, isFirstPage: cursor === undefined }
      }
    }
  }

  addCreateForm(app, deps)
  addSimpleInviteForms(app, deps)
}

/** The labels that the admin's app shows for what features add */
function namesOf(features: Feature[]): Names {
  const { kinds, subjects } = catalogOf(features)
  return {
    activityKinds: Object.fromEntries(kinds.map(({ name, label }) => [name, label])),
    activitySubjects: Object.fromEntries(Object.entries(subjects).map(([name, { label }]) => [name, label])),
    mailKinds: Object.fromEntries(
      mailKindsOf(features).map(({ name, label, role }) => [name, { label, role }]),
    ),
    todayTitles: mergeToday(features).titles,
  }
}
