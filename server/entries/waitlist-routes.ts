import { z } from 'zod/mini'
import { pageQuery } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { waitlistEntry, waitlistForm } from '../../contracts/waitlist.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { setPagingHeaders } from '../http/paging.ts'
import { addEntryForm } from './entry-form-routes.ts'
import { countWaitlist, joinWaitlist, listWaitlist } from './waitlist.ts'

export function addWaitlistRoutes(app: App, deps: RouteDeps): void {
  const { db } = deps

  addEntryForm(app, deps, waitlistForm, {
    summary: 'Join the on-site training waitlist',
    description:
      'What a person can fix comes back as `success: false` with a message and the fields. The same entry sent again within ten minutes is taken once.',
    bodyLimit: 64 * 1024,
    submit: (values, context) => joinWaitlist(db, values, context),
    view: (values, problem) => ({ page: 'waitlist', props: { done: false, values, ...problem } }),
  })

  app.get(
    paths.api.trainingWaitlist,
    {
      config: { audience: 'admin', kind: 'call' },
      schema: {
        summary: 'List the waitlist, newest first',
        querystring: pageQuery,
        response: { 200: z.array(waitlistEntry) },
      },
    },
    async (request, reply) => {
      const [page, total] = await Promise.all([listWaitlist(db, request.query), countWaitlist(db)])
      setPagingHeaders(request, reply, { next: page.next, total })
      return page.entries
    },
  )
}
