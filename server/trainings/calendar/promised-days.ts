import { sql } from 'drizzle-orm'

/** The days that are held or booked. Once the person is deleted, their name is empty. */
export const promisedDays = sql`select held.trainer_id, held.day,
    case when held.offer_id is null then 'booked' else 'held' end as state, held.offer_id, held.training_id,
    coalesce(client.name, '') as name, coalesce(client.company, '') as company
  from trainer_days as held left join offers on offers.id = held.offer_id
    left join trainings on trainings.id = held.training_id
    left join training_waitlist as client
      on client.id = coalesce(offers.entry_id, trainings.entry_id) and client.deleted_at is null`
