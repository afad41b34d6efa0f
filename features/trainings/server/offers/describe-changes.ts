const list = new Intl.ListFormat('en-US')

/**
 * The names of what a change changes
 * @param fields what the client knows a field as
 * @param now without the fields that stay as they are
 */
export function findChanges<Field extends string>(
  fields: Record<Field, string>,
  before: { [Name in Field]: unknown },
  now: { [Name in Field]?: unknown },
): string[] {
  const changed = (Object.keys(fields) as Field[]).filter(
    (field) => now[field] !== undefined && String(before[field]) !== String(now[field]),
  )
  return changed.map((field) => fields[field])
}

/** "price and place", each once */
export const formatChanges = (names: string[]) => list.format(new Set(names))
