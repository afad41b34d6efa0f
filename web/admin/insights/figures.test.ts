import { expect, test } from 'vitest'
import { weeksOf } from '../../../contracts/insights.ts'
import { nameWeeks } from './figures.ts'

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
