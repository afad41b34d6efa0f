import { waitlistForm, waitlistList } from '../../contracts/waitlist.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { setPagingHeaders } from '../http/paging.ts'
import { route } from '../http/route.ts'
import { addEntryForm } from './entry-form-routes.ts'
import { countWaitlist, joinWaitlist, listWaitlist } from './waitlist.ts'

export function addWaitlistRoutes(app: App, deps: RouteDeps): void {
  const { db } = deps

  addEntryForm(app, deps, waitlistForm, {
    bodyLimit: 64 * 1024,
    submit: (values, context) => joinWaitlist(db, values, context),
    view: (values, problem) => ({ page: 'waitlist', props: { done: false, values, ...problem } }),
  })

  route(app, waitlistList, { audience: 'admin' }, async ({ query, request, reply }) => {
    const [{ entries, next }, total] = await Promise.all([listWaitlist(db, query), countWaitlist(db)])
    setPagingHeaders(request, reply, { next, total })
    return entries
  })
}
