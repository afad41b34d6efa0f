/** Returns a copy of the set with the item added, or removed if the set contained it. */
export function toggled<Item>(set: ReadonlySet<Item>, item: Item): Set<Item> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}
