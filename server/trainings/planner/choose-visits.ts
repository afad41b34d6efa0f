/** A visit that is possible: one place on one kind of day, and the entries that it would place */
export type Visit = {
  /** Kind of day. Visits of one kind share the free days of that kind. */
  slot: number
  /** Indexes of entries */
  entries: number[]
}

export type Choice = {
  visits: Visit[]
  /** Value of placing each entry */
  worth: number[]
  /** Number of free days of each kind */
  supply: number[]
  maxDays: number
}

/** Max visits that are looked at, so that a long list stays quick. It is a count, not a time, so that results repeat. */
const maxLooks = 3_000_000
/** Max visits that are tried in place of each one */
const maxTried = 16
/** Up to so many visits, three are exchanged at once: that finds more, but takes long where there are many. */
const fewVisits = 12

/**
 * Chooses visits that place entries of the highest total worth, one day for each visit: takes the best visit again and
 * again, exchanges visits as long as that places more, and gives up days that place no one else.
 * @returns indexes of visits
 */
export function chooseVisits(choice: Choice): number[] {
  let best = new Chosen(choice)
  best.takeBest()
  best.exchange()
  while (best.visits.size > 1 && best.looks < maxLooks) {
    const fewer = new Chosen({ ...choice, maxDays: best.visits.size - 1 })
    fewer.takeOver(best)
    fewer.exchange()
    best.looks = fewer.looks
    if (fewer.total < best.total) break
    best = fewer
  }
  return [...best.visits]
}

/** A set of chosen visits, and what each of the others would add to it */
class Chosen {
  readonly visits = new Set<number>()
  /** Worth of all entries that the chosen visits place */
  total = 0
  looks = 0
  readonly #choice: Choice
  readonly #supply: number[]
  /** How many chosen visits have each entry */
  readonly #counts: number[]
  /** Worth of the entries of each visit that no chosen visit has */
  readonly #gains: number[]
  readonly #visitsOf: number[][]
  readonly #visitsIn: number[][]

  constructor(choice: Choice) {
    const { visits, worth, supply } = choice
    this.#choice = choice
    this.#supply = [...supply]
    this.#counts = worth.map(() => 0)
    this.#gains = visits.map(({ entries }) => entries.reduce((sum, entry) => sum + (worth[entry] ?? 0), 0))
    this.#visitsOf = worth.map(() => [])
    this.#visitsIn = supply.map(() => [])
    for (const [index, { entries, slot }] of visits.entries()) {
      this.#visitsIn[slot]?.push(index)
      for (const entry of entries) this.#visitsOf[entry]?.push(index)
    }
  }

  /** Takes the visits of a larger set, except the one that is missed least. */
  takeOver(larger: Chosen): void {
    this.looks = larger.looks
    const losses = [...larger.visits].map((index) => ({ index, loss: larger.#lossOf(index) }))
    const least = losses.reduce((one, other) => (other.loss < one.loss ? other : one))
    for (const { index } of losses) if (index !== least.index) this.#add(index)
  }

  /** Adds the visit that gains most, until there are no more days or no visit gains anything. */
  takeBest(): number[] {
    const added: number[] = []
    while (this.visits.size < this.#choice.maxDays) {
      const index = this.#findBest()
      if (index === undefined) break
      this.#add(index)
      added.push(index)
    }
    return added
  }

  /** Exchanges one visit, or several at once, for better ones until no such exchange places more. */
  exchange(): void {
    const maxAtOnce = this.visits.size <= fewVisits ? 3 : 2
    let atOnce = 1
    while (atOnce <= maxAtOnce && this.looks < maxLooks) atOnce = this.#replaceAny(atOnce) ? 1 : atOnce + 1
  }

  #replaceAny(atOnce: number): boolean {
    for (const visits of combinations([...this.visits], atOnce))
      if (this.looks < maxLooks && this.#replace(visits)) return true
    return false
  }

  /**
   * Replaces visits if that places more. The best visit is not always part of the best pair, so others are tried, too.
   */
  #replace(old: number[]): boolean {
    const before = this.total
    for (const index of old) this.#remove(index)
    for (const first of this.#listTries(old)) {
      this.#add(first)
      const added = [first, ...this.takeBest()]
      if (this.total > before) return true
      for (const index of added) this.#remove(index)
    }
    for (const index of old) this.#add(index)
    return false
  }

  /**
   * The visits that gain most, and those on days that nothing but the removed visits kept from them: a visit that could
   * also be on another day may keep out one that cannot.
   */
  #listTries(removed: number[]): number[] {
    const { visits } = this.#choice
    const slots = new Set(removed.map((index) => visits[index]?.slot ?? -1))
    const scarce = [...slots].filter((slot) => (this.#supply[slot] ?? 0) <= removed.length)
    this.looks += visits.length
    const open = visits.flatMap(({ slot }, index) => ((this.#supply[slot] ?? 0) > 0 ? index : []))
    return [
      ...new Set([
        ...this.#listMost(open, true),
        ...scarce.flatMap((slot) => this.#listMost(this.#visitsIn[slot] ?? [], false)),
      ]),
    ].filter((index) => !removed.includes(index) || removed.length > 1)
  }

  #listMost(indexes: number[], isOneOfEach: boolean): number[] {
    const most: number[] = []
    const seen = new Set<number>()
    const gaining = indexes.filter((index) => (this.#gains[index] ?? 0) > 0)
    for (const index of gaining.toSorted(
      (one, other) => (this.#gains[other] ?? 0) - (this.#gains[one] ?? 0),
    )) {
      const gain = this.#gains[index] ?? 0
      if (isOneOfEach && seen.has(gain)) continue
      seen.add(gain)
      most.push(index)
      if (most.length === maxTried) break
    }
    return most
  }

  #findBest(): number | undefined {
    let best: number | undefined
    let most = 0
    const { visits } = this.#choice
    this.looks += visits.length
    for (let index = 0; index < visits.length; index++) {
      const gain = this.#gains[index] ?? 0
      if (gain <= most || (this.#supply[visits[index]?.slot ?? -1] ?? 0) === 0) continue
      most = gain
      best = index
    }
    return best
  }

  /** Worth of the entries that only this visit places */
  #lossOf(index: number): number {
    const only = (this.#choice.visits[index]?.entries ?? []).filter((entry) => this.#counts[entry] === 1)
    return only.reduce((sum, entry) => sum + (this.#choice.worth[entry] ?? 0), 0)
  }

  #add(index: number): void {
    this.#change(index, 1)
    this.visits.add(index)
  }

  #remove(index: number): void {
    this.#change(index, -1)
    this.visits.delete(index)
  }

  #change(index: number, by: 1 | -1): void {
    const { slot, entries } = this.#choice.visits[index] ?? { slot: -1, entries: [] }
    this.#supply[slot] = (this.#supply[slot] ?? 0) - by
    for (const entry of entries) {
      const count = (this.#counts[entry] ?? 0) + by
      this.#counts[entry] = count
      // Only the first visit that has an entry places it.
      if (count !== (by === 1 ? 1 : 0)) continue
      const worth = by * (this.#choice.worth[entry] ?? 0)
      this.total += worth
      const touched = this.#visitsOf[entry] ?? []
      this.looks += touched.length
      for (const visit of touched) this.#gains[visit] = (this.#gains[visit] ?? 0) - worth
    }
  }
}

/** All ways to take `size` of a list's members */
function* combinations<One>(list: One[], size: number): Generator<One[]> {
  if (size === 0) yield []
  else
    for (const [index, one] of list.entries())
      for (const rest of combinations(list.slice(index + 1), size - 1)) yield [one, ...rest]
}
