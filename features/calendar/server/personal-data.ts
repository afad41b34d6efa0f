import { sql } from 'drizzle-orm'
import { weekdayNames } from '../../../core/contract/calendar-days.ts'
import { formerUsers } from '../../accounts/server/personal-data.ts'
import type { PersonalData } from '../../manifest/feature.ts'

const names = sql.param(Object.values(weekdayNames))

export const calendarPersonalData = {
  place: 6,
  names: { blockedDays: ['entry in your calendar of days off', 'entries in your calendar of days off'] },
  traces: (email) => ({
    blockedDays: sql`select first_day::text as "first day", last_day::text as "last day",
        array(select (${names}::text[])[weekday] from unnest(weekdays) as weekday order by weekday) as weekdays,
        reason, (select name from calendar_files where id = file_id) as file
      from blocked_days where trainer_id in (select id from users where lower(email) = ${email}) order by id`,
  }),
  /** Held and booked days stay: clients count on them, and they say nothing about the colleague. */
  async erase(tx, { email, until }) {
    const isTheirs = sql`trainer_id in (select id ${formerUsers(email, until)})`
    const { rowCount } = await tx.execute(sql`delete from blocked_days where ${isTheirs}`)
    await tx.execute(sql`delete from calendar_files where ${isTheirs}`)
    return { blockedDays: rowCount ?? 0 }
  },
} satisfies PersonalData
