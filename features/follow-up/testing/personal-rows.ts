import { expect } from 'vitest'
import type { PersonalRows } from '../../../tests/helpers/personal-rows.ts'
import { ann, mark } from '../../privacy/testing/your-data.ts'
import { askNow, came, holdGathering } from './gatherings.ts'

export const personalRows: PersonalRows = {
  fill: (server) =>
    holdGathering(server, [
      came('Ann', { key: '1', name: `Ann ${mark}`, email: ann.toUpperCase() }),
      came('Tom', { key: '2' }),
    ]),
  fillMore: ({ query }) =>
    query(
      `update attendees set answered_at = now(), rating = 4, best = '${mark} best', better = '${mark} better'
       where lower(email) = '${ann}'`,
    ),
  runJobs: askNow,
  filled: ['attendees', 'gatherings'],
  withoutPersons: ['gatherings'],
  async checkGone({ query }) {
    expect(
      await query(`select name, email, rating, withdrawn_at is not null as withdrawn, token_hash from attendees
        where key in ('1', '2') order by key`),
    ).toEqual([
      { name: '', email: '', rating: 4, withdrawn: true, token_hash: null },
      {
        name: 'Tom',
        email: 'tom@example.org',
        rating: null,
        withdrawn: false,
        token_hash: expect.any(String),
      },
    ])
  },
}
