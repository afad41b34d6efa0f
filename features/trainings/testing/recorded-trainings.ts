import { expect } from 'vitest'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { type RecordedDay, rowOf } from '../../../tests/helpers/recorded-day.ts'
import { trainerUpdate } from '../../calendar/contract/calendar.ts'
import {
  type Offer,
  offerAnswer,
  offerCreate,
  offerDelete,
  offerExtend,
  offerSend,
  offerUpdate,
  offerWithdraw,
} from '../contract/offers.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import {
  trainerReplace,
  trainingCancel,
  trainingHeld,
  trainingMaterialCreate,
  trainingMaterialDelete,
  trainingPaid,
  trainingReschedule,
  trainingsResume,
  trainingTaskCreate,
  trainingTaskDelete,
  trainingTaskUpdate,
  trainingUpdate,
} from '../contract/trainings.ts'
import { addEntry, dayIn, offerFacts } from '../testing/trainings.ts'

/** Does everything with offers, booked days, and trainers once. */
export async function changeTrainings(day: RecordedDay, cookie: string): Promise<void> {
  const { newRows, query } = day
  const [user] = await query<{ id: number }>(
    'select id from users where disabled_at is null order by id limit 1',
  )
  const trainerId = user?.id ?? 0
  const [other] = await query<{ id: number }>(
    `insert into users (id, username, password) values (1000, 'other trainer', 'no one signs in with this') returning id`,
  )
  const otherId = other?.id ?? 0
  const plan = { ...offerFacts, trainerId, days: [dayIn(20)], validUntil: dayIn(9), message: 'CANARY' }
  const run = async (endpoint: Endpoint, id: number, body?: object) =>
    (await day.do(endpoint, { cookie, params: { id }, ...(body && { body }) })).text()
  const add = async (): Promise<Offer> => {
    const entryId = await addEntry(day)
    return (await day.do(offerCreate, { cookie, body: { ...plan, entryId } })).json()
  }

  await run(trainerUpdate, trainerId, { isTrainer: true })
  expect(await newRows()).toEqual([rowOf('trainer-changed', `user ${trainerId}`)])
  const draft = await add()
  await run(offerUpdate, draft.id, { ...plan, version: draft.version })
  await day.do(offerDelete, { cookie, params: { id: draft.id } })
  const offer = await add()
  expect(await newRows()).toEqual([])
  await run(offerSend, offer.id)
  await run(offerSend, offer.id)
  expect(await newRows()).toEqual([rowOf('offer-sent', `offer ${offer.id}`)])
  await run(offerExtend, offer.id, {})
  expect(await newRows()).toEqual([])
  await run(offerUpdate, offer.id, { ...plan, price: 'CANARY', version: 3 })
  expect(await newRows()).toEqual([rowOf('offer-corrected', `offer ${offer.id}`)])
  await run(offerWithdraw, offer.id)
  await run(offerWithdraw, offer.id)
  expect(await newRows()).toEqual([rowOf('offer-withdrawn', `offer ${offer.id}`)])

  const second = await add()
  await run(offerSend, second.id)
  await run(offerAnswer, second.id, { answer: 'accept', day: dayIn(20) })
  const [training] = await query<{ id: number }>('select id from trainings')
  const id = training?.id ?? 0
  const facts = { startsAt: '10:00', endsAt: '15:00', format: 'online', place: 'CANARY', topics: [] }
  const contact = { headCount: null, contactName: 'CANARY', contactEmail: '', contactPhone: '' }
  await run(trainingUpdate, id, { ...facts, ...contact, version: 1 })
  await run(trainingReschedule, id, { day: dayIn(21), trainerId, reason: 'CANARY', version: 2 })
  await run(trainingMaterialCreate, id, { title: 'CANARY', path: '/blog/x', isAfter: true })
  await day.do(trainingMaterialDelete, { cookie, params: { id, material: 1 } })
  await run(trainingTaskCreate, id, { text: 'CANARY' })
  const task = { id, task: 1 }
  await day.do(trainingTaskUpdate, { cookie, params: task, body: { isDone: true } })
  await day.do(trainingTaskDelete, { cookie, params: task })
  await run(trainingHeld, id, { isHeld: false })
  expect(await newRows()).toEqual([rowOf('offer-sent', `offer ${second.id}`)])
  await run(trainingPaid, id, { part: 'whole', paidOn: dayIn(0) })
  await run(trainingPaid, id, { part: 'whole', paidOn: dayIn(0) })
  expect(await newRows()).toEqual([rowOf('training-paid', `training ${id}`)])
  await run(trainerReplace, trainerId, { trainerId: otherId })
  expect(await newRows()).toEqual([rowOf('trainer-replaced', `user ${trainerId}`, { days: 1 })])
  await run(trainingCancel, id, { reason: 'CANARY' })
  await run(trainingCancel, id, { reason: 'CANARY' })
  expect(await newRows()).toEqual([rowOf('training-canceled', `training ${id}`)])

  await query(`insert into settings values ('trainings_paused', '{"since":"2026-11-24"}')`)
  await day.do(trainingsResume, { cookie })
  await day.do(trainingsResume, { cookie })
  expect(await newRows()).toEqual([rowOf('trainings-resumed')])
  for (const path of [trainingPaths.offersExport, trainingPaths.trainingsExport])
    expect((await day.send(path, { cookie })).status).toBe(200)
  expect(await newRows()).toEqual([rowOf('offers-exported'), rowOf('trainings-exported')])
}
