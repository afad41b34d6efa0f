import { addDays, isoWeekday, monthOf } from '../../../../core/contract/calendar-days.ts'

const fixed = ['01-01', '06-19', '07-04', '11-11', '12-25']
/** Month, ISO weekday, and which one of the month: birthdays of King and Washington, Labor, Columbus, and Thanksgiving Day */
const floating = ['1 1 3', '2 1 3', '9 1 1', '10 1 2', '11 4 4']

/**
 * True on a federal holiday of the United States (5 U.S.C. 6103(a)), and on the day off for one on a weekend: the Friday before
 * a Saturday (5 U.S.C. 6103(b)), the Monday after a Sunday (Executive Order 11582).
 */
export function isFederalHoliday(day: string): boolean {
  const [month, weekday, date] = [monthOf(day), isoWeekday(day), Number(day.slice(8))]
  const daysOff = [
    day,
    ...(weekday === 5 ? [addDays(day, 1)] : []),
    ...(weekday === 1 ? [addDays(day, -1)] : []),
  ]
  const isMemorialDay = month === 5 && weekday === 1 && date > 24
  return (
    isMemorialDay ||
    daysOff.some((off) => fixed.includes(off.slice(5))) ||
    floating.includes(`${month} ${weekday} ${Math.ceil(date / 7)}`)
  )
}

export const isWorkingDay = (day: string): boolean => isoWeekday(day) <= 5 && !isFederalHoliday(day)
