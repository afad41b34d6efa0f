import { expect } from 'vitest'
import type { PersonalRows } from '../../../tests/helpers/personal-rows.ts'
import { mark } from '../../privacy/testing/your-data.ts'
import { sendReminders } from '../server/booked/send-reminders.ts'
import { annsDays, fillTrainings, heldDay, tomsDay } from './fill-trainings.ts'
import { dayIn, offerFacts, trainingDeps } from './trainings.ts'

const isAnns = `entry_id in (select id from training_waitlist where email <> 'tom@example.org')`

export const personalRows: PersonalRows = {
  async fillMore(server) {
    await fillTrainings(server)
    await server.query(`update training_tasks set done_at = now(), done_by = 'owner'`)
    await server.query(
      `update trainings set invoice_number = '${mark} 1',
         helper = '${mark} helper', wished_day = current_date + 50
       where ${isAnns};
       insert into training_materials (training_id, title, path, is_after)
         select id, 'For ${mark}', '/blog/${mark}', true from trainings where ${isAnns}`,
    )
  },
  runJobs: (server) => sendReminders({ ...trainingDeps, db: server.instance.db }),
  filled: ['offers', 'trainings', 'training_tasks', 'training_materials'],
  /** Days that a trainer has promised, and keys of emails */
  withoutPersons: ['trainer_days', 'training_mails'],
  async checkGone(server) {
    const [held] = await server.query(
      `select day::text, head_count, contact_name || contact_email || contact_phone || place || price || prepare
           || cancel_reason || coalesce(other_day_wish, '') || pay_url || terms || invoice_number || helper as texts, entry_id, offer_id
       from trainings where held_at is not null`,
    )
    expect(held).toEqual({ day: heldDay, head_count: 12, texts: '', entry_id: null, offer_id: null })
    // Only the day that was held and the day of Tom are left.
    expect(await server.query('select day::text from trainer_days order by day')).toEqual([
      { day: heldDay },
      { day: tomsDay },
    ])
    const cookie = await server.signIn({ username: 'Olga', role: 'owner' })
    const [bea] = await server.query<{ id: number }>(
      `insert into training_waitlist (name, email) values ('Bea', 'bea@example.org') returning id`,
    )
    const json = {
      ...offerFacts,
      entryId: bea?.id,
      trainerId: 1,
      days: annsDays.slice(0, 3),
      validUntil: dayIn(9),
    }
    expect((await server.send('/api/offers', { cookie, json })).status).toBe(201)
  },
}
