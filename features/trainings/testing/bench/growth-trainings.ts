import { fillWith } from '../../../../tests/bench/fill-with.ts'
import { compareLists } from '../../../../tests/bench/growth.ts'
import type { Bench } from '../../../../tests/bench/row.ts'
import { dayIn } from '../../testing/trainings.ts'

/** Each list finds at least two rows even in the small database, so that both servers return two. */
const lists = [
  '',
  'status=draft',
  'status=sent',
  'status=other-days',
  'status=lapsed',
  'status=accepted',
  'entry=1',
].map((query) => `/api/offers?limit=2&${query}`)

const trainingLists = ['view=upcoming', 'view=held', 'view=canceled', 'entry=51'].map(
  (query) => `/api/trainings?limit=2&${query}`,
)

/** Today if each of its sections is full, the lists of offers and trainings, and the calendar of one trainer */
export const bench: Bench = {
  name: 'growth trainings',
  measure: (given) =>
    compareLists(given, fillTrainings, [
      '/api/today',
      ...lists,
      ...trainingLists,
      `/api/calendar?from=${dayIn(0)}&to=${dayIn(41)}&trainers=2`,
      '/api/calendar/ahead?limit=2&trainers=2',
    ]),
}

/**
 * Of ten people, one has a draft, one an offer about to lapse, one asked for other days, one let an offer lapse, one
 * waits, one has a day soon, one a past day that is not marked, two had a training, and one canceled theirs. The mixture
 * is the same for any size, and each section of Today is full even in the small database.
 */
const fillTrainings = fillWith(async (client, rows) => {
  // A trainer has ten days of each kind, because a day of a trainer is promised once.
  const kinds =
    '(select n, n % 10 as kind, 2 + n / 100 as trainer, n / 10 % 10 as nth from generate_series(1, $1::int - 1) as n)'
  // The first user is the admin who signs in.
  await client.query(`insert into users (username, password, role) values ('Ann Admin', '', 'owner')`)
  await client.query(
    `insert into users (username, password, role, trainer_since)
       select 'trainer-' || n, '', 'helper', now() from generate_series(1, $1::int / 100) as n`,
    [rows],
  )
  await client.query(
    `insert into training_waitlist (name, email, company, created_at, content_hash, status)
       select 'Ann ' || n, 'ann' || n || '@example.org', 'Company ' || n % 1000, now() - n * interval '1 minute', md5(n::text),
         case when kind in (1, 2, 3) then 'offered' when kind > 5 then 'booked' when kind = 4 then 'contacted' else 'new' end
       from ${kinds} as people`,
    [rows],
  )
  await client.query(
    `insert into plan_answers (entry_id, city, state, months, weekdays)
       select id, 'City ' || id % 500, 'TX', case when id % 3 = 0 then '{}' else array[id % 12 + 1, (id + 6) % 12 + 1] end, '{}'
       from training_waitlist where id % 4 > 0`,
  )
  await client.query(
    `insert into offers (entry_id, trainer_id, status, days, starts_at, ends_at, format, valid_until, token_hash,
         created_at, sent_at, expires_at, ended_at, answer)
       select n, trainer, (array['draft', 'sent', 'other-days', 'lapsed', '', 'accepted', 'accepted', 'accepted', 'accepted'])[kind],
         array[current_date + 20 * kind + nth], '09:00', '16:00', 'in-person', current_date + 2, md5('offer' || n),
         now() - interval '5 days', now() - interval '4 days', now() + interval '1 day' + n * interval '1 second',
         case when kind = 4 then now() - n * interval '1 second' end, case when kind = 3 then 'In May, please' else '' end
       from ${kinds} as people where kind not in (0, 5)`,
    [rows],
  )
  await client.query(
    `insert into trainings (offer_id, entry_id, trainer_id, day, starts_at, ends_at, format, joined_at, held_at,
         canceled_at, canceled_by, other_day_asked_at, other_day_wish)
       select offers.id, n, trainer, current_date + nth + case kind when 6 then 1 when 7 then -10 else -10 * kind end,
         '09:00', '16:00', 'in-person', now(), case when kind = 8 then now() end,
         case when kind = 9 then now() end, case when kind = 9 then 'client' end,
         case when kind = 6 then now() - n * interval '1 second' end, case when kind = 6 then 'A week later, please' end
       from ${kinds} as people join offers on entry_id = n where kind > 5`,
    [rows],
  )
  await client.query(
    `insert into training_tasks (training_id, text)
       select id, 'Laptops ' || n from trainings, generate_series(1, 3) as n`,
  )
  await client.query(
    `insert into trainer_days (trainer_id, day, offer_id)
       select trainer_id, days[1], id from offers where status in ('draft', 'sent')`,
  )
  await client.query(
    `insert into trainer_days (trainer_id, day, training_id)
       select trainer_id, day, id from trainings where canceled_at is null`,
  )
  await client.query(
    `insert into blocked_days (trainer_id, first_day, last_day, weekdays)
       select id, current_date, null, '{6,7}' from users where trainer_since is not null`,
  )
})
