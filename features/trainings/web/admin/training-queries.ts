import type { QueryClient } from '@tanstack/react-query'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { calendarRead, trainerList } from '../../../calendar/contract/calendar.ts'
import { planRead } from '../../../people/contract/plan.ts'
import { allLists } from '../../../people/web/admin/people-queries.ts'
import { type Offer, offerList, offerRead } from '../../contract/offers.ts'
import { plannerRead } from '../../contract/planner.ts'
import { trainingList, trainingRead } from '../../contract/trainings.ts'

export const offerQuery = (id: number) => apiQuery(offerRead, { params: { id } })
export const trainingQuery = (id: number) => apiQuery(trainingRead, { params: { id } })

/** Limit of the lists in which the screens look for the open offer and the next training of one person */
const ofOnePerson = 10

export const offersOfPerson = (entry: number) => apiQuery(offerList, { query: { entry, limit: ofOnePerson } })
export const trainingsOfPerson = (entry: number) =>
  apiQuery(trainingList, { query: { entry, limit: ofOnePerson } })

/** The person's answers to “Help us plan” */
export const wishesQuery = (entryId: number) => apiQuery(planRead, { params: { entryId } })

/** The newest offer of all, whose hours and terms are the first guess for the next one */
export const newestOfferQuery = apiQuery(offerList, { query: { limit: 1 } })

/**
 * Keys of everything that a change of an offer or a training may change: lists, days of trainers, and the statuses of
 * entries.
 */
export const trainingKeys = [
  queryKeyOf(offerList),
  queryKeyOf(trainingList),
  queryKeyOf(trainerList),
  queryKeyOf(calendarRead),
  queryKeyOf(plannerRead),
  allLists.queryKey,
]

export const showOffer = (queries: QueryClient, offer: Offer) =>
  queries.setQueryData(offerQuery(offer.id).queryKey, offer)
