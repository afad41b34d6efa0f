import {
  type Offer,
  offerAnswer,
  offerCreate,
  offerDelete,
  offerExtend,
  offerList,
  offerRead,
  offerSend,
  offerStatusLabels,
  offerUpdate,
  offerWithdraw,
} from '../../../contracts/offers.ts'
import { paths } from '../../../contracts/paths.ts'
import { rights } from '../../../contracts/roles.ts'
import { csvRoute } from '../../activity/csv-route.ts'
import { RequestProblem } from '../../errors.ts'
import type { App } from '../../http/app.ts'
import { sendRows } from '../../http/paging.ts'
import { orNotFound, route } from '../../http/route.ts'
import { fileDocs, type TrainingRouteDeps } from '../route-deps.ts'
import { type AnswerResult, acceptDay, refuseDays } from './answer-offer.ts'
import { deleteDraft, type OfferChange, updateOffer } from './change-offer.ts'
import { createOffer } from './create-offer.ts'
import { explainRefusal, listDays } from './explain-refusal.ts'
import { hideLink } from './hide-link.ts'
import { offersCsv } from './offers-csv.ts'
import { findOffer, listOffers, walkOffers } from './read-offers.ts'
import { extendOffer, sendOffer, withdrawOffer } from './send-offer.ts'

export function addOfferRoutes(app: App, deps: TrainingRouteDeps): void {
  const { db, config, siteSource } = deps
  const reader = { audience: 'admin', role: rights.work } as const
  const admin = { audience: 'admin', role: rights.runTrainings } as const

  async function read(id: number): Promise<Offer> {
    return orNotFound(await findOffer(db, config, id))
  }

  async function readAfter(id: number, change: OfferChange): Promise<Offer> {
    const current = await findOffer(db, config, id)
    requireDone(change, current)
    return orNotFound(current)
  }

  route(app, offerList, reader, async (context) => {
    const page = await listOffers(db, config, context.query)
    const { user } = context.session
    return sendRows(context, { ...page, rows: page.rows.map((offer) => hideLink(offer, user)) })
  })

  csvRoute(app, deps, paths.api.offersExport, fileDocs('All offers as a CSV file'), {
    csv: offersCsv,
    walk: (_request, { batch }) => walkOffers(db, config, {}, batch),
    filename: (today) => `offers-${today}.csv`,
    action: 'offers-exported',
  })

  route(app, offerRead, reader, async ({ params, session: { user } }) =>
    hideLink(await read(params.id), user),
  )

  route(app, offerCreate, admin, async ({ body, session: { user } }) => {
    const { timeZone } = await siteSource.read()
    const created = await db.transaction((tx) => createOffer(tx, user, timeZone, body))
    if ('refused' in created) throw explainRefusal(created)
    return read(created.offerId)
  })

  route(app, offerUpdate, admin, async ({ params: { id }, body }) =>
    readAfter(id, await updateOffer(db, deps, id, body)),
  )

  route(app, offerDelete, admin, async ({ params: { id } }) => {
    requireDone(await deleteDraft(db, deps, id))
  })

  route(app, offerSend, admin, async ({ params: { id }, session: { user } }) =>
    readAfter(id, await sendOffer(db, deps, user, id)),
  )

  route(app, offerExtend, admin, async ({ params: { id }, body }) =>
    readAfter(id, await extendOffer(db, deps, id, body)),
  )

  route(app, offerWithdraw, admin, async ({ params: { id }, session: { user } }) =>
    readAfter(id, await withdrawOffer(db, deps, user, id)),
  )

  route(app, offerAnswer, admin, async ({ params: { id }, body }) => {
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

function requireDone(change: OfferChange, current?: Offer): void {
  if (change === 'done') return
  if (change === 'unknown') throw new RequestProblem('not-found')
  if ('refused' in change) throw explainRefusal(change)
  if (change.conflict === 'version')
    throw new RequestProblem('conflict', {
      detail: 'Someone else changed this offer in the meantime. Check what it is now, then try again.',
      extensions: { current },
    })
  throw wrongStatus(change.status)
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
      throw new RequestProblem('conflict', {
        detail: `${listDays([day])} isn’t held for this offer. Choose one of its days.`,
      })
    case 'day-past':
      throw new RequestProblem('conflict', { detail: `${listDays([day])} can’t be booked any more.` })
  }
}

function wrongStatus(status: Offer['status']): RequestProblem {
  const detail =
    status === 'draft'
      ? 'This offer was never sent. Send it first, or delete the draft.'
      : `That’s not possible any more. The status of this offer is now “${offerStatusLabels[status]}”.`
  return new RequestProblem('conflict', { detail, extensions: { status } })
}
