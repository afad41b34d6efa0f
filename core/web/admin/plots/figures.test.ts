import { expect, test } from 'vitest'
import { weeksOf } from '../../../../features/insights/contract/insights.ts'
import { describeChange, nameWeeks, rate } from './figures.ts'

test('a week is named with its year where the range has that day more than once', () => {
  for (const [from, to] of [
    ['2025-11-17', '2026-11-20'],
    ['2024-01-01', '2026-11-22'],
  ] as const) {
    const weeks = weeksOf(from, to)
    const names = weeks.map(nameWeeks(weeks))
    expect(names.some((name) => /\d{4}/.test(name))).toBe(weeks.length > 53)
  }
  expect(nameWeeks(weeksOf('2026-11-02', '2026-11-22'))('2026-11-02')).toBe('Nov 2')
})

test('a change is told in percent, and in words where there is none to tell', () => {
  const cases: [now: number, before: number, words: string][] = [
    [0, 0, 'None in the previous period either'],
    [7, 0, 'None in the previous period'],
    [7, 7, 'Same as in the previous period'],
    [0, 4, 'Down 100% from 4'],
    [6, 4, 'Up 50% from 4'],
    [1001, 1000, 'Up less than 1% from 1,000'],
    [50_000, 10, 'Up 499,900% from 10'],
  ]
  for (const [now, before, words] of cases) expect(describeChange({ now, before })).toBe(words)
})

test('a rate has no space before the percent sign', () => {
  expect(rate(1, 8)).toBe('12.5%')
  expect(rate(0, 0)).toBe('-')
})
