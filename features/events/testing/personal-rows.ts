import { expect } from 'vitest'
import type { PersonalRows } from '../../../tests/helpers/personal-rows.ts'
import { mark } from '../../privacy/testing/your-data.ts'
import { sendReminders } from '../server/send-reminders.ts'
import { eventDeps } from './event-office.ts'

export const personalRows: PersonalRows = {
  /** Ann has the only seat of a coming date, and Tom waits. */
  fill: ({ query }) =>
    query(`
      insert into events (id, slug, status, kind, title, day, starts_at, ends_at, time_zone, format, place, seats,
          taken, published_at)
        values (501, 'coming', 'published', 'workshop', 'Coming', current_date + 20, '09:00', '12:00', 'UTC',
          'in-person', 'Chapel', 1, 1, now()),
          (502, 'over', 'published', 'workshop', 'Over', current_date - 20, '09:00', '12:00', 'UTC',
          'in-person', 'Chapel', 5, 1, now());
      insert into event_registrations (event_id, status, name, email, token_hash, waiting_since) values
        (501, 'registered', 'Ann', 'ANN@example.org', 'ann 1', null),
        (502, 'registered', 'Ann', 'ann@example.org', 'ann 2', null),
        (501, 'waiting', 'Tom', 'tom@example.org', 'tom', now())`),
  fillMore: ({ query }) =>
    query(`update event_registrations set company = '${mark}', message = 'From ${mark}', names = '{${mark} Jr.}',
        content_hash = '${mark}', source = '/events/coming' where name = 'Ann';
      insert into event_registrations (event_id, status, name, email, token_hash, canceled_at, canceled_by)
        values (502, 'canceled', 'Tom', 'tom@example.org', 'tom 2', now(), 'person')`),
  runJobs: (server) => sendReminders({ ...eventDeps, db: server.instance.db }),
  filled: ['event_registrations'],
  withoutPersons: ['events', 'event_mails'],
  async checkGone({ query }) {
    const rows = await query(
      `select event_id, status, name, email, company || message || names::text || content_hash as texts
       from event_registrations where token_hash like 'erased%' or event_id = 501 order by id`,
    )
    const blank = { name: '', email: '', texts: '{}' }
    expect(rows).toEqual([
      { event_id: 501, status: 'canceled', ...blank },
      // It was held with her, for statistics.
      { event_id: 502, status: 'registered', ...blank },
      { event_id: 501, status: 'registered', name: 'Tom', email: 'tom@example.org', texts: '{}' },
    ])
  },
}
