import { expect, test } from 'vitest'
import { applyMigrations } from '../../../core/server/db/migrate.ts'
import { connectToEmptyDatabase } from '../../../tests/helpers/empty-database.ts'

/** `when` of 0045_true_reviews.sql in core/server/db/migrations/meta/_journal.json, after which emails were known only by their keys */
const before = 1795564556478

test('emails of the previous version are tied to their offers and trainings', async () => {
  const { client } = await connectToEmptyDatabase()
  await applyMigrations(client, before)
  const offer = '00000000-0000-4000-8000-000000000001'
  const gone = '00000000-0000-4000-8000-000000000009'
  const mails = [
    ['offer', `offer-0-${offer}`],
    ['offer', `offer-extended-12-${offer}`],
    ['offer', `offer-other-days-trainer-1-${offer}`],
    ['offer', `offer-0-${gone}`],
    ['training', `confirmation-0-${offer}`],
    ['training', `reminder-14-trainer-3-${offer}`],
    ['training', `trainer-replaced-trainer-2-${offer}`],
    ['lead', 'lead:1'],
  ]
  await client.query(`
    insert into users (id, username, password) values (1, 'Ann', '');
    insert into training_waitlist (id, name, email) values (1, 'Bea', 'bea@example.org');
    insert into offers (id, uid, entry_id, trainer_id, status, days, starts_at, ends_at, format, valid_until)
      values (7, '${offer}', 1, 1, 'draft', '{2027-01-04}', '09:00', '16:00', 'online', '2027-01-01');
    insert into trainings (id, uid, offer_id, entry_id, trainer_id, day, starts_at, ends_at, format, joined_at)
      values (8, '${offer}', 7, 1, 1, '2027-01-04', '09:00', '16:00', 'online', now())`)
  for (const [kind, key] of mails)
    await client.query(
      `insert into outbox_messages (message_id, once_key, kind, recipient, subject, text) values ($2, $2, $1, 'a@b.c', '', '')`,
      [kind, kind === 'lead' ? key : `${key}@everyday-ai`],
    )

  await applyMigrations(client)

  const { rows } = await client.query({
    text: 'select message_id, offer_id, training_id, event from training_mails order by 1',
    rowMode: 'array',
  })
  expect(rows).toEqual([
    [1, 7, null, 'sent'],
    [2, 7, null, 'extended'],
    [3, 7, null, 'other-days'],
    [5, null, 8, 'booked'],
    [6, null, 8, 'reminder-14'],
    [7, null, 8, 'trainer-replaced'],
  ])
})
