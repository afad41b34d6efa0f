import { expect } from 'vitest'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { type RecordedPart, rowOf } from '../../../tests/helpers/recorded-day.ts'
import { eventPaths } from '../contract/event-paths.ts'
import {
  type Event,
  eventCancel,
  eventCopy,
  eventCreate,
  eventDelete,
  eventPublish,
  eventUpdate,
} from '../contract/events.ts'
import {
  checkInSend,
  registrationAdmit,
  registrationCancel,
  registrationCreate,
  registrationPaid,
  registrationUpdate,
} from '../contract/registrations.ts'
import { eventFacts, partyOf } from './event-office.ts'

const canary = partyOf('Canary', { company: 'CANARY', message: 'CANARY' })

export const recorded: RecordedPart = {
  async pass(day, cookie) {
    const { newRows } = day
    const facts = { ...eventFacts, title: 'CANARY', content: '<p>CANARY</p>', seats: null }
    const twice = async (endpoint: Endpoint, params: object, body?: object) => {
      for (let click = 0; click < 2; click++)
        await day.do(endpoint, { cookie, params, ...(body && { body }) })
      return newRows()
    }
    const { id, version }: Event = await (await day.do(eventCreate, { cookie, body: facts })).json()
    await day.do(eventUpdate, { cookie, params: { id }, body: { ...facts, version } })
    const copy: Event = await (
      await day.do(eventCopy, { cookie, params: { id }, body: { day: facts.day } })
    ).json()
    await day.do(eventDelete, { cookie, params: { id: copy.id } })
    expect(await newRows()).toEqual([])
    expect(await twice(eventPublish, { id })).toEqual([rowOf('event-published', `event ${id}`)])

    const { id: registration } = await (
      await day.do(registrationCreate, { cookie, params: { id }, body: canary })
    ).json()
    const params = { id, registration }
    await day.do(registrationUpdate, { cookie, params, body: { ...canary, name: 'CANARY', version: 1 } })
    await day.do(checkInSend, { cookie, params: { id }, body: { marks: [], walkIns: [] } })
    expect(await newRows()).toEqual([])
    const about = `registration ${registration}`
    expect(await twice(registrationPaid, params, { paidOn: facts.day })).toEqual([
      rowOf('registration-paid', about),
    ])
    await day.query(`update event_registrations set status = 'suspect'; update events set taken = 0`)
    expect(await twice(registrationAdmit, params)).toEqual([rowOf('registration-admitted', about)])
    expect(await twice(registrationCancel, params)).toEqual([rowOf('registration-canceled', about)])
    expect((await day.send(eventPaths.registrationsExport(id), { cookie })).status).toBe(200)
    expect(await newRows()).toEqual([rowOf('registrations-exported')])
    expect(await twice(eventCancel, { id }, { reason: 'CANARY' })).toEqual([
      rowOf('event-canceled', `event ${id}`),
    ])
  },
}
