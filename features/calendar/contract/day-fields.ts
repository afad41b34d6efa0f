import * as z from 'zod/mini'
import { isTimeZone } from '../../../core/contract/organization.ts'

/** A local time such as 09:00, on 24 hours */
export const localTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 9:00 AM.'))

/** What happens on a day ends after it starts. */
export const endsAfterStart = z.refine<{ startsAt: string; endsAt: string }>(
  ({ startsAt, endsAt }) => endsAt > startsAt,
  {
    error: 'Enter a time after the start.',
    path: ['endsAt'],
    // Also checked if other fields are wrong, so that all mistakes are named at once.
    when: ({ value }) => z.safeParse(hours, value).success,
  },
)

const hours = z.object({ startsAt: z.string(), endsAt: z.string() })

/** IANA name of a time zone. Offsets such as +05:00 are none, because Postgres reads them the other way round. */
export const timeZoneField = z
  .string()
  .check(z.refine((zone) => /^[A-Z]/.test(zone) && isTimeZone(zone), 'Choose a time zone from the list.'))
