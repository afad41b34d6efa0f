import { expect } from 'vitest'
import { type RecordedDay, rowOf } from '../../../tests/helpers/recorded-day.ts'
import { trainerUpdate } from '../contract/calendar.ts'
import { calendarFeedCreate, calendarFeedDelete } from '../contract/calendar-feed.ts'

/** Makes a link to the user's calendar, which is a secret, turns it off with two clicks, and changes who gives trainings. */
export async function shareCalendar({ newRows, ...day }: RecordedDay, cookie: string, secrets: string[]) {
  const { url } = await (await day.do(calendarFeedCreate, { cookie })).json()
  secrets.push(url.split('/').at(-1).replace('.ics', ''))
  expect(await newRows()).toEqual([rowOf('calendar-link-made')])
  for (let click = 0; click < 2; click++) await day.do(calendarFeedDelete, { cookie })
  expect(await newRows()).toEqual([rowOf('calendar-link-revoked', 'user 1')])
  for (const isTrainer of [true, false]) {
    await day.do(trainerUpdate, { cookie, params: { id: 1 }, body: { isTrainer } })
    expect(await newRows()).toEqual([rowOf('trainer-changed', 'user 1')])
  }
}
