import { expect } from 'vitest'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { type RecordedPart, rowOf } from '../../../tests/helpers/recorded-day.ts'
import { attendeeRemove, attendeesAdd, certificateChange } from '../contract/follow-up.ts'
import { holdGathering } from './gatherings.ts'

export const recorded: RecordedPart = {
  async pass({ act, newRows, ...day }, cookie) {
    const uid = await holdGathering(day, [])
    await day.do(attendeesAdd, {
      cookie,
      params: { uid },
      body: { people: 'CANARY canary@example.org\nCANARY 2' },
    })
    expect(await newRows()).toEqual([rowOf('attendees-added', null, { people: 2 })])
    const [attendee] = await columnOf<number>(day, `select id from attendees where name = 'CANARY'`)
    const params = { uid, attendee }
    const about = `attendee ${attendee}`
    for (const isWithdrawn of [true, true, false, false])
      await day.do(certificateChange, { cookie, params, body: { isWithdrawn } })
    expect(await newRows()).toEqual([
      rowOf('certificate-withdrawn', about),
      rowOf('certificate-restored', about),
    ])
    await day.do(attendeeRemove, { cookie, params })
    expect((await act(attendeeRemove, { cookie, params })).status).toBe(404)
    expect(await newRows()).toEqual([rowOf('attendee-removed', about)])
  },
}
