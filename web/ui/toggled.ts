/** The set with the item, or without it if it was in the set. */
export function toggled<Item>(set: ReadonlySet<Item>, item: Item): Set<Item> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}
