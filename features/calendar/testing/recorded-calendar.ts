import { expect } from 'vitest'
import { type RecordedDay, rowOf } from '../../../tests/helpers/recorded-day.ts'
import { calendarFeedCreate, calendarFeedDelete } from '../contract/calendar-feed.ts'

/** Makes a link to the user's calendar, which is a secret, and turns it off with two clicks. */
export async function shareCalendar({ newRows, ...day }: RecordedDay, cookie: string, secrets: string[]) {
  const { url } = await (await day.do(calendarFeedCreate, { cookie })).json()
  secrets.push(url.split('/').at(-1).replace('.ics', ''))
  expect(await newRows()).toEqual([rowOf('calendar-link-made')])
  for (let click = 0; click < 2; click++) await day.do(calendarFeedDelete, { cookie })
  expect(await newRows()).toEqual([rowOf('calendar-link-revoked', 'user 1')])
}
