import { expect, test } from 'vitest'
import { writeSetting } from '../../../core/server/db/settings.ts'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { readCalendar } from '../../calendar/testing/read-calendar.ts'
import { eventDeps, openEventOffice, partyOf, startEventOffice } from '../testing/event-office.ts'
import { eventRestore } from './restore.ts'
import { sendReminders } from './send-reminders.ts'

/** A date so many minutes from now, published and registered for ten days ago */
async function startBefore(minutes: number) {
  const office = await startEventOffice()
  const { server, publish, add, db } = office
  const { id } = await publish({ seats: 2, timeZone: 'UTC' })
  await add(id, partyOf('Ann'))
  await add(id, partyOf('Bob', { party: 2 }))
  await server.query(
    `update events set day_chosen_at = now() - interval '10 days', ends_at = '23:59',
       day = ((now() + make_interval(mins => ${minutes})) at time zone 'UTC')::date,
       starts_at = to_char((now() + make_interval(mins => ${minutes})) at time zone 'UTC', 'HH24:MI');
     update event_registrations set created_at = now() - interval '9 days';
     update outbox_messages set created_at = now() - interval '9 days'`,
  )
  const remind = () => sendReminders({ ...eventDeps, db })
  const reminders = async () => (await office.mails()).slice(2)
  return { ...office, id, remind, reminders }
}

test('registered parties are reminded once two days and two hours before, and those who wait are not', async () => {
  const { remind, reminders, server } = await startBefore(150)
  for (let run = 0; run < 2; run++) await Promise.all([remind(), remind()])
  expect(await reminders()).toEqual(['reminder-2-days ann'])
  // Half an hour later
  await server.query(
    `update events set starts_at = to_char((now() + interval '115 minutes') at time zone 'UTC', 'HH24:MI'),
       day = ((now() + interval '115 minutes') at time zone 'UTC')::date`,
  )
  for (let run = 0; run < 2; run++) await remind()
  expect(await reminders()).toEqual(['reminder-2-days ann', 'reminder-2-hours ann'])
})

test('who registers after a reminder was due does not get it', async () => {
  const { remind, reminders, server } = await startBefore(110)
  await server.query('update event_registrations set created_at = now()')
  await remind()
  expect(await reminders()).toEqual([])
})

test('no reminder goes out for another day than that of now, or once the date has begun', async () => {
  const { remind, reminders, server } = await startBefore(110)
  await server.query('update events set day_chosen_at = now()')
  await remind()
  await server.query(`update events set day_chosen_at = now() - interval '10 days', day = day - 1`)
  await remind()
  expect(await reminders()).toEqual([])
})

test('after a restore or a time without dates, nothing overdue goes out, and what still matters does', async () => {
  const { remind, reminders, server, db } = await startBefore(110)
  await server.query(`update outbox_messages set next_attempt_at = '9999-01-01'`)
  await eventRestore.stop(db)
  await writeSetting(db, 'features_off', ['events'])
  await remind()
  const waits = `select next_attempt_at > now() + interval '1 day' from outbox_messages`
  expect(await columnOf(server, waits)).toEqual([true, true])
  await writeSetting(db, 'features_off', [])
  await remind()
  expect(await columnOf(server, waits)).toEqual([false, false])
  expect(await reminders()).toEqual([])
})

test('seats that the server has freed go to who waits', async () => {
  const { remind, reminders, server } = await startBefore(3000)
  await server.query(
    `update event_registrations set status = 'canceled', canceled_at = now(), canceled_by = 'server' where name = 'Ann';
     update events set taken = 0`,
  )
  await Promise.all([remind(), remind()])
  expect((await reminders()).filter((mail) => mail.startsWith('seat'))).toEqual(['seat bob'])
})

/** Days before and after the clocks change, and how far from UTC 9:00 AM is then */
const changes: [timeZone: string, day: string, offset: string][] = [
  ['America/New_York', '2027-03-13', '-05:00'],
  ['America/New_York', '2027-03-14', '-04:00'],
  ['America/New_York', '2027-11-06', '-04:00'],
  ['America/New_York', '2027-11-07', '-05:00'],
  ['America/Los_Angeles', '2027-03-13', '-08:00'],
  ['America/Los_Angeles', '2027-03-14', '-07:00'],
  ['America/Los_Angeles', '2027-11-07', '-08:00'],
  ['America/Phoenix', '2027-03-14', '-07:00'],
  ['America/Phoenix', '2027-11-07', '-07:00'],
  ['Europe/London', '2027-03-27', '+00:00'],
  ['Europe/London', '2027-03-28', '+01:00'],
  ['Europe/London', '2027-10-31', '+00:00'],
]

test('calendar files of emails are right in four zones over both changes of the clock', async () => {
  const server = await startTestServer()
  const { publish, add, request } = await openEventOffice(server)
  for (const [timeZone, day, offset] of changes) {
    const { id, uid } = await publish({ timeZone, day, title: 'Clock, with; signs' })
    await add(id, partyOf('Ann'))
    await request('POST', `/api/events/${id}/cancel`, { reason: '' })
    const [first, last] = (
      await columnOf<string>(server, 'select calendar from outbox_messages order by id desc limit 2')
    ).toReversed()
    const invited = readCalendar(first ?? '')
    const canceled = readCalendar(last ?? '')
    expect(invited.method).toBe('REQUEST')
    expect(invited.events[0]).toMatchObject({
      uid: `${uid}@everyday-ai`,
      sequence: 0,
      summary: 'Clock, with; signs',
      status: 'CONFIRMED',
      start: new Date(`${day}T09:00:00${offset}`).toISOString(),
      end: new Date(`${day}T12:00:00${offset}`).toISOString(),
    })
    expect(canceled.method).toBe('CANCEL')
    expect(canceled.events[0]).toMatchObject({ uid: `${uid}@everyday-ai`, sequence: 1, status: 'CANCELLED' })
  }
})
