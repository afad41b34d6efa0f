import { addDays, isoWeekday, listDays } from '../../../../core/contract/calendar-days.ts'
import { isWorkingDay } from './federal-holidays.ts'
import { isNear, type Spot } from './regions.ts'

/** A day, such as 2026-11-22, on which a trainer has nothing else */
export type FreeDay = { trainerId: number; day: string }

/** A day that a trainer has promised to someone. Online, there is no spot. */
export type Stay = FreeDay & { spot: Spot | undefined }

/** Days before and after those that are planned, on which a trainer may be elsewhere */
const margin = 30

/** The days that a trip can have. They are numbers, because planning looks at each of them very often. */
export class TripCalendar {
  readonly days: string[]
  /** The days of each month, such as 2026-11 */
  readonly months: Map<string, number[]>
  readonly isWorking: boolean[]
  /** ISO weekday of each day */
  readonly weekdays: number[]
  readonly trainerIds: number[]
  readonly #free: Map<number, Set<number>>
  /** Where each trainer is on a day that is taken: an empty list if it is online */
  readonly #taken: Map<number, Map<number, Spot[]>>
  readonly #travelDays: number

  constructor(freeDays: FreeDay[], stays: Stay[], travelDays: number) {
    const sorted = freeDays.map(({ day }) => day).toSorted()
    this.days = listDays(
      addDays(sorted[0] ?? '2000-01-01', -margin),
      addDays(sorted.at(-1) ?? '2000-01-01', margin),
    )
    const numbers = new Map(this.days.map((day, number) => [day, number]))
    this.months = Map.groupBy(numbers.values(), (number) => this.monthOf(number))
    this.isWorking = this.days.map(isWorkingDay)
    this.weekdays = this.days.map(isoWeekday)
    const byTrainer = Map.groupBy(freeDays, ({ trainerId }) => trainerId)
    this.trainerIds = [...byTrainer.keys()].toSorted((one, other) => one - other)
    this.#free = new Map(
      [...byTrainer].map(([id, free]) => [id, new Set(free.map(({ day }) => numbers.get(day) ?? -1))]),
    )
    this.#taken = new Map(this.trainerIds.map((id) => [id, new Map()]))
    for (const { trainerId, day, spot } of stays)
      this.take(trainerId, [numbers.get(day) ?? -1], spot ? [spot] : [])
    this.#travelDays = travelDays
  }

  monthOf(day: number): string {
    return (this.days[day] ?? '').slice(0, 7)
  }

  take(trainerId: number, days: number[], spots: Spot[]): void {
    for (const day of days) this.#taken.get(trainerId)?.set(day, spots)
  }

  release(trainerId: number, days: number[]): void {
    for (const day of days) this.#taken.get(trainerId)?.delete(day)
  }

  /** The days of a month on which a trainer can be at all of these places, or online if there are none */
  listOpen(trainerId: number, month: string, spots: Spot[]): number[] {
    const free = this.#free.get(trainerId)
    return (this.months.get(month) ?? []).filter(
      (day) => free?.has(day) && [-1, 1].every((step) => this.#isReachable(trainerId, day, step, spots)),
    )
  }

  /** True if there are travel days between a day and the nearest one in another region. No travel day has a training online. */
  #isReachable(trainerId: number, day: number, step: number, spots: Spot[]): boolean {
    const taken = this.#taken.get(trainerId)
    if (taken?.has(day)) return false
    for (let other = day + step, travel = 0; travel < this.#travelDays && this.days[other]; other += step) {
      const there = taken?.get(other)
      if (!there && this.isWorking[other]) travel++
      if (there?.some((one) => spots.length === 0 || spots.some((spot) => !isNear(one, spot)))) return false
    }
    return true
  }

  /** The number of working days from the first to the last of some days */
  countWorking(days: number[]): number {
    return this.isWorking.slice(Math.min(...days), Math.max(...days) + 1).filter(Boolean).length
  }
}
