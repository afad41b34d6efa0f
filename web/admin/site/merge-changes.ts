import type { Field, Fields, FieldValues, Item } from '../../../contracts/site-content/fields.ts'

type Versions<Value> = {
  /** What both have started from */
  base: Value
  theirs: Value
  mine: Value
}

/**
 * My changes on top of their version: what I left alone is theirs, everything else is mine. Items of a list are merged
 * one by one, in my order.
 */
export function mergeChanges<Inner extends Fields>(
  fields: Inner,
  { base, theirs, mine }: Versions<FieldValues<Inner>>,
): FieldValues<Inner> {
  const entries = Object.entries<Field>(fields).map(([name, field]) => [
    name,
    mergeField(field, { base: base[name], theirs: theirs[name], mine: mine[name] }),
  ])
  return Object.fromEntries(entries) as FieldValues<Inner>
}

/** The casts are safe: a value has the type that follows from the kind of its field. */
function mergeField(field: Field, versions: Versions<unknown>): unknown {
  if (isSame(versions.mine, versions.base)) return versions.theirs
  if (field.kind === 'group') return mergeChanges(field.fields, versions as Versions<FieldValues<Fields>>)
  if (field.kind === 'items') return mergeItems(field.fields, versions as Versions<Item[]>)
  return versions.mine
}

/** Keeps the items that either has added. An item that one has removed stays only if the other has changed it. */
function mergeItems(fields: Fields, { base, theirs, mine }: Versions<Item[]>): Item[] {
  const find = (list: Item[], id: string) => list.find((item) => item.id === id)
  const kept = mine.flatMap((item) => {
    const [before, other] = [find(base, item.id), find(theirs, item.id)]
    if (!before) return [item]
    if (!other) return isSame(item, before) ? [] : [item]
    return [{ id: item.id, ...mergeChanges(fields, { base: before, theirs: other, mine: item }) }]
  })
  const onlyTheirs = theirs.filter((item) => {
    const before = find(base, item.id)
    return !find(mine, item.id) && !(before && isSame(item, before))
  })
  return [...kept, ...onlyTheirs]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
