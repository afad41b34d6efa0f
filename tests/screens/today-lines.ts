import type { TestServer } from '../helpers/launch-server.ts'
import { fillWaitlist } from './waitlist-entries.ts'

/** Adds something to do for each section of Today. The people must be those of `fillWaitlist`. */
export async function addTodayLines({ query }: TestServer): Promise<void> {
  await query(
    `insert into next_steps (email, text, due_on, owner_id) values
       ('maya@harborfoodbank.example', 'Call about a half-day in May', current_date - 3, 1),
       ('tom@example.org', 'Send the list of topics', current_date - 1, 1)`,
  )
  const columns = `entry_id, trainer_id, status, days, starts_at, ends_at, format, valid_until, expires_at, token_hash,
    created_at, answer`
  const shared = `array[current_date + 20, current_date + 21], '09:00', '16:00', 'in-person', current_date + 2,
    now() + interval '2 days', md5(random()::text), now() - interval '3 days'`
  await query(`
    insert into offers (${columns}) values (1, 1, 'sent', ${shared}, ''), (2, 1, 'draft', ${shared}, ''),
        (3, 1, 'other-days', ${shared}, 'The week after Easter would suit us better.');
    insert into trainings (entry_id, trainer_id, day, starts_at, ends_at, format, place, head_count, joined_at) values
        (1, 1, current_date + 5, '09:00', '16:00', 'in-person', 'Town hall', null, now()),
        (2, 1, current_date - 5, '09:00', '16:00', 'online', '', 12, now())`)
}

/** The same after a restore, when everything about trainings waits */
export async function pauseTrainings({ query }: TestServer): Promise<void> {
  await query(`insert into settings values ('trainings_paused', '{"since":"2026-03-05T09:00:00.000Z"}')`)
}

export async function fillToday(server: TestServer): Promise<void> {
  await fillWaitlist(server)
  await addTodayLines(server)
}
