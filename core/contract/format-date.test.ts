import { expect, onTestFinished, test, vi } from 'vitest'
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatLongDate,
  formatMonth,
  formatRecent,
  formatShortMonth,
  formatTime,
  formatTimeZone,
  formatWeekday,
  isoDay,
  isoMinute,
  isoYear,
  setTimeZone,
  timeOf,
} from './format-date.ts'

const timeZone = 'America/New_York'
const time = '2026-11-22T07:03:30Z'

test('dates and times as Americans write them, in the zone that is asked for', () => {
  expect(formatDate(time, { timeZone })).toBe('Nov 22, 2026')
  expect(formatLongDate(time, { timeZone })).toBe('November 22, 2026')
  expect(formatTime(time, { timeZone })).toBe('2:03 AM')
  expect(formatTime('2026-11-22T05:00:00Z', { timeZone })).toBe('12:00 AM')
  expect(formatDateTime(time, { timeZone })).toBe('Nov 22, 2026, 2:03 AM')
  expect(formatDateTime(new Date(time), { timeZone: 'Asia/Tokyo' })).toBe('Nov 22, 2026, 4:03 PM')
  expect(formatDay('2026-03-01')).toBe('Mar 1, 2026')
  expect(formatWeekday('2026-11-22')).toBe('Sun, Nov 22, 2026')
  expect(formatClock('00:05')).toBe('12:05 AM')
  expect(formatClock('16:00')).toBe('4:00 PM')
  expect(formatMonth('2026-03')).toBe('Mar 2026')
  expect(formatShortMonth('2026-12')).toBe('Dec')
})

test('recent times name the day only where it is another one', () => {
  const recent = (now: string) => formatRecent(time, { timeZone, now: new Date(now) })
  expect(recent('2026-11-22T20:00:00Z')).toBe('2:03 AM')
  expect(recent('2026-11-23T06:00:00Z')).toBe('Yesterday, 2:03 AM')
  expect(recent('2026-11-21T18:00:00Z')).toBe('Tomorrow, 2:03 AM')
  expect(recent('2026-11-24T20:00:00Z')).toBe('Nov 22, 2:03 AM')
  expect(recent('2027-01-02T20:00:00Z')).toBe('Nov 22, 2026, 2:03 AM')
  // The clocks went back on November 1, so these two are 25.5 hours apart.
  expect(formatRecent('2026-11-01T04:30:00Z', { timeZone, now: new Date('2026-11-02T06:00:00Z') })).toBe(
    'Yesterday, 12:30 AM',
  )
})

test('zones have the names that people use', () => {
  expect(formatTimeZone('America/New_York')).toBe('Eastern Time')
  expect(formatTimeZone('America/Los_Angeles')).toBe('Pacific Time')
  expect(formatTimeZone('UTC')).toBe('UTC')
  expect(formatTimeZone()).toBe(formatTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone))
})

test('days and minutes for files are ISO in every engine', () => {
  // WebKitGTK formats dates this way for the locale "en-CA".
  vi.spyOn(Date.prototype, 'toLocaleDateString').mockReturnValue('11/22/2026')
  expect(isoDay(time, { timeZone })).toBe('2026-11-22')
  expect(isoDay('2026-01-01T04:59:00Z', { timeZone })).toBe('2025-12-31')
  expect(isoDay('0804-02-03T12:00:00Z', { timeZone: 'UTC' })).toBe('0804-02-03')
  expect(isoMinute(time, { timeZone })).toBe('2026-11-22 02:03')
  expect(isoMinute('2026-11-22T05:00:00Z', { timeZone })).toBe('2026-11-22 00:00')
})

test('the admin shows and reads times in the zone of the site', () => {
  onTestFinished(() => setTimeZone(undefined))
  setTimeZone('Asia/Tokyo')
  expect(formatDateTime('2026-11-22T20:30:00Z')).toBe('Nov 23, 2026, 5:30 AM')
  expect(formatDateTime('2026-11-22T20:30:00Z', { timeZone })).toBe('Nov 22, 2026, 3:30 PM')
  expect(formatTimeZone()).toBe('Japan Standard Time')
  expect(isoYear(new Date('2026-12-31T20:00:00Z'))).toBe('2027')
  expect(timeOf('2026-11-23T05:30').toISOString()).toBe('2026-11-22T20:30:00.000Z')
  setTimeZone(timeZone)
  for (const local of ['2026-03-08T01:59', '2026-03-08T03:00', '2026-11-01T00:30', '2026-11-01T02:30'])
    expect(isoMinute(timeOf(local)).replace(' ', 'T')).toBe(local)
  expect(isoMinute(timeOf('2026-03-08T02:30'))).toBe('2026-03-08 03:30')
})
