import { formatTimeZone, isoMinute } from '../../../../core/contract/format-date.ts'
import { csvRoute } from '../../../../core/server/activity/csv-route.ts'
import { walkPages } from '../../../../core/server/db/page.ts'
import { RequestProblem, refuse } from '../../../../core/server/errors.ts'
import type { App } from '../../../../core/server/http/app.ts'
import { createCsv } from '../../../../core/server/http/csv.ts'
import { sendRows } from '../../../../core/server/http/paging.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import { putOnWaitlist } from '../../../people/server/waitlist.ts'
import {
  type Offer,
  offerAnswer,
  offerCreate,
  offerDelete,
  offerEntryCreate,
  offerExtend,
  offerList,
  offerPreview,
  offerRead,
  offerSend,
  offerStatusLabels,
  offerUpdate,
  offerWithdraw,
} from '../../contract/offers.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { recordActivity } from '../actions.ts'
import { factColumns, fileDocs, hideLink, planner, reader, type TrainingRouteDeps } from '../route-deps.ts'
import { type AnswerResult, acceptDay, refuseDays } from './answer-offer.ts'
import { deleteDraft, updateOffer } from './change-offer.ts'
import { createOffer } from './create-offer.ts'
import { previewOffer } from './preview-offer.ts'
import { findOffer, listOffers } from './read-offers.ts'
import { listDays, wrongStatus } from './refusals.ts'
import { extendOffer, sendOffer, withdrawOffer } from './send-offer.ts'

export function addOfferRoutes(app: App, deps: TrainingRouteDeps): void {
  const { db, config, siteSource, renderer } = deps

  async function read(id: number): Promise<Offer> {
    return orNotFound(await findOffer(db, config, id))
  }

  async function readAfter(id: number, change: Promise<unknown>): Promise<Offer> {
    await change
    return read(id)
  }

  route(app, offerList, reader, async (context) => {
    const page = await listOffers(db, config, context.query)
    const { user } = context.session
    return sendRows(context, { ...page, rows: page.rows.map((offer) => hideLink(offer, user)) })
  })

  csvRoute(app, deps, trainingPaths.offersExport, fileDocs('All offers as a CSV file'), {
    csv: offersCsv,
    walk: (_request, { batch: limit }) =>
      walkPages((cursor?: number) => listOffers(db, config, { limit, cursor })),
    filename: (today) => `offers-${today}.csv`,
    record: (db, by) => recordActivity(db, { action: 'offers-exported', by }),
  })

  route(app, offerRead, reader, async ({ params, session: { user } }) =>
    hideLink(await read(params.id), user),
  )

  route(app, offerCreate, planner, async ({ body, session: { user } }) => {
    const { timeZone } = await siteSource.read()
    return read(await db.transaction((tx) => createOffer(tx, user, timeZone, body)))
  })

  route(app, offerEntryCreate, planner, async ({ body: { contactId } }) => ({
    entryId: orNotFound(await db.transaction((tx) => putOnWaitlist(tx, contactId))),
  }))

  route(app, offerPreview, planner, async ({ body, session: { user } }) => {
    const { props, mail } = await previewOffer(db, deps, user, body)
    return { html: await renderer.render({ page: 'offer', props }, await siteSource.read()), mail }
  })

  route(app, offerUpdate, planner, ({ params: { id }, body, session: { user } }) =>
    readAfter(id, updateOffer(db, deps, user, id, body)),
  )

  route(app, offerDelete, planner, ({ params: { id } }) => deleteDraft(db, deps, id))

  route(app, offerSend, planner, ({ params: { id }, session: { user } }) =>
    readAfter(id, sendOffer(db, deps, user, id)),
  )

  route(app, offerExtend, planner, ({ params: { id }, body }) =>
    readAfter(id, extendOffer(db, deps, id, body)),
  )

  route(app, offerWithdraw, planner, ({ params: { id }, session: { user } }) =>
    readAfter(id, withdrawOffer(db, deps, user, id)),
  )

  route(app, offerAnswer, planner, async ({ params: { id }, body }) => {
    const byAdmin = true
    if (body.answer === 'accept')
      requireAnswered(await acceptDay(db, deps, { id }, body.day, { byAdmin }), body.day)
    else {
      const answer = body.answer === 'decline' ? 'declined' : 'other-days'
      requireAnswered(await refuseDays(db, deps, { id }, answer, { message: body.message, byAdmin }))
    }
    return read(id)
  })
}

function requireAnswered(answer: AnswerResult, day = ''): void {
  switch (answer.result) {
    case 'done':
    case 'already':
      return
    case 'unknown':
      throw new RequestProblem('not-found')
    case 'over':
      throw wrongStatus(answer.status)
    case 'day-taken':
      throw refuse(`${listDays([day])} isn’t held for this offer. Choose one of its days.`)
    case 'day-past':
      throw refuse(`${listDays([day])} can’t be booked any more.`)
  }
}

const offersCsv = createCsv<Offer>([
  ['Number', (offer) => String(offer.id)],
  ['Status', (offer) => offerStatusLabels[offer.status]],
  ['Name', (offer) => offer.name],
  ['Email', (offer) => offer.email],
  ['Organization', (offer) => offer.company],
  ['Trainer', (offer) => offer.trainerName],
  ['Offered days', (offer) => offer.days.join(', ')],
  ['Held days', (offer) => offer.heldDays.join(', ')],
  ['Starts', (offer) => offer.startsAt],
  ['Ends', (offer) => offer.endsAt],
  ['Zone of these hours', ({ timeZone }) => (timeZone ? formatTimeZone(timeZone) : '')],
  ...factColumns,
  ['Terms', (offer) => offer.terms],
  ['Days to cancel', (offer) => String(offer.cancelDays ?? '')],
  ['To prepare', (offer) => offer.prepare],
  ['Message', (offer) => offer.message],
  ['Valid until', (offer) => offer.validUntil],
  ['Answer', (offer) => offer.answer],
  ['Drafted', ({ createdAt }, { timeZone }) => isoMinute(createdAt, { timeZone })],
  ['Sent', ({ sentAt }, { timeZone }) => (sentAt ? isoMinute(sentAt, { timeZone }) : '')],
  ['Answered', ({ answeredAt }, { timeZone }) => (answeredAt ? isoMinute(answeredAt, { timeZone }) : '')],
  ['Ended', ({ endedAt }, { timeZone }) => (endedAt ? isoMinute(endedAt, { timeZone }) : '')],
  ['Time zone', (_offer, { zoneName }) => zoneName],
])
