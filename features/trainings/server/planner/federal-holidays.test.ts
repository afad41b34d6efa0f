import { expect, test } from 'vitest'
import { isoWeekday, listDays } from '../../../../core/contract/calendar-days.ts'
import { isFederalHoliday, isWorkingDay } from './federal-holidays.ts'

// The lists that the Office of Personnel Management publishes for these years
test.each([
  [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31'],
  [2028, '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25'],
])('the days off of %i', (year, days) => {
  const weekdays = listDays(`${year}-01-01`, `${year}-12-31`).filter((day) => isoWeekday(day) <= 5)
  expect(weekdays.filter(isFederalHoliday).map((day) => day.slice(5))).toEqual(days.split(' '))
})

test('a holiday on a weekend is one on its own day, too', () => {
  expect(isFederalHoliday('2027-07-04')).toBe(true)
  expect(isFederalHoliday('2027-07-03')).toBe(false)
})

test('working days are Monday to Friday without holidays', () => {
  const working = listDays('2026-11-23', '2026-11-29').filter(isWorkingDay)
  expect(working.map((day) => day.slice(8))).toEqual(['23', '24', '25', '27'])
})
