type Versions<Value> = {
  /** What my changes started from. A field that it lacks was changed by both if they differ in it. */
  base: Value
  /** What their changes started from, if the server stored it in other words than mine */
  theirBase?: Value | undefined
  theirs: Value
  mine: Value
}
export type Side = 'mine' | 'theirs'
type Choose = (path: string) => Side
type Item = { id: string }

/**
 * My changes and theirs together. A field that one side left alone is as the other side has it. For a field that both
 * changed, `choose` decides. Objects are merged by their members, and lists of items with ids by their items. The path of
 * a field is like `/list/12/name`.
 */
export function mergeVersions<Value>(versions: Versions<Value>, choose: Choose, path = ''): Value {
  const { base, theirBase = base, theirs, mine } = versions
  if (isSame(theirs, theirBase) || isSame(theirs, mine)) return mine
  if (isSame(mine, base)) return theirs
  // The casts are safe, because the versions have the type that was checked.
  if (isList(mine) && isList(theirs))
    return mergeItems({ base, theirBase, theirs, mine } as Versions<Item[]>, choose, path) as Value
  if (isObject(mine) && isObject(theirs)) {
    const names = Object.keys({ ...theirs, ...mine })
    const member = (value: unknown, name: string) => Object(value)[name]
    const merged = names.map((name) => {
      const inner = {
        base: member(base, name),
        theirBase: member(theirBase, name),
        theirs: member(theirs, name),
        mine: member(mine, name),
      }
      return [name, mergeVersions(inner, choose, `${path}/${name}`)]
    })
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
  }
  return choose(path) === 'mine' ? mine : theirs
}

/** The paths of the fields that both changed */
export function findCollisions<Value>(versions: Versions<Value>): string[] {
  const paths: string[] = []
  mergeVersions(versions, (path) => {
    paths.push(path)
    return 'mine'
  })
  return paths
}

/** In my order, unless only they moved items. What only they added comes last. */
function mergeItems(
  { base = [], theirBase = [], theirs, mine }: Versions<Item[]>,
  choose: Choose,
  path: string,
) {
  const movedByThem = isMoved(theirs, theirBase)
  const isMine = !movedByThem || (isMoved(mine, base) && (!isMoved(mine, theirs) || choose(path) === 'mine'))
  const ids = new Set([...(isMine ? mine : theirs), ...mine, ...theirs].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const [before, theirBefore, other, own] = [base, theirBase, theirs, mine].map((list) =>
      list.find((item) => item.id === id),
    )
    const item = { base: before, theirBase: theirBefore, theirs: other, mine: own }
    return mergeVersions(item, choose, `${path}/${id}`) ?? []
  })
}

function isMoved(list: Item[], before: Item[]): boolean {
  const idsIn = (one: Item[], other: Item[]) =>
    one.map(({ id }) => id).filter((id) => other.some((item) => item.id === id))
  return !isSame(idsIn(list, before), idsIn(before, list))
}

const isList = (value: unknown): value is Item[] =>
  Array.isArray(value) && value.every((item) => isObject(item) && 'id' in item)
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Compares as JSON, which works because the members of all versions are in the same order. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
