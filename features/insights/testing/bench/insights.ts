import { startFilled, time } from '../../../../tests/bench/growth.ts'
import { median } from '../../../../tests/bench/median.ts'
import type { Bench } from '../../../../tests/bench/row.ts'
import { fillPeople } from '../../../people/testing/bench/growth-people.ts'

const people = 100_000
const rounds = 15
const maxMs = 200

/** Insights of a site with many people, most of them in the range that is shown first */
export const bench: Bench = {
  name: 'insights',
  async measure(given) {
    const filled = await startFilled(given, people, fillPeople)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await time(filled, '/api/insights', true))
    await filled.server.close()
    const ms = median(times)
    return [
      {
        what: `Insights with ${people.toLocaleString('en-US')} people`,
        measured: `${ms.toFixed(0)} ms`,
        bar: `<= ${maxMs} ms`,
        ok: ms <= maxMs,
      },
    ]
  },
}
