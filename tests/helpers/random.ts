export type Random = ReturnType<typeof createRandom>

/** A small generator of random numbers (mulberry32), so that a failure can be repeated */
export function createRandom(seed: number) {
  let state = seed
  /** A number from 0 to `count` - 1 */
  function below(count: number): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
  return {
    below,
    /** A number from `min` to `max` */
    between: (min: number, max: number) => min + below(max - min + 1),
    isOneIn: (count: number) => below(count) === 0,
    /** A member of a list that is not empty */
    pick: <One>(list: readonly One[]): One => list[below(list.length)] as One,
    /** The members of a list in another order */
    shuffle<One>(list: readonly One[]): One[] {
      const rest = [...list]
      return list.map(() => rest.splice(below(rest.length), 1)[0] as One)
    },
  }
}
