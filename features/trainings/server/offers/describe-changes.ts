const list = new Intl.ListFormat('en-US')

/**
 * The names of what a change changes, each once: "price and place". Empty if nothing changes.
 * @param fields what the client knows a field as
 * @param now without the fields that stay as they are
 */
export function describeChanges<Field extends string>(
  fields: Record<Field, string>,
  before: { [Name in Field]: unknown },
  now: { [Name in Field]?: unknown },
): string {
  const changed = (Object.keys(fields) as Field[]).filter(
    (field) => now[field] !== undefined && String(before[field]) !== String(now[field]),
  )
  return list.format(new Set(changed.map((field) => fields[field])))
}
