import type { Field, Fields, FieldValues } from '../../../contracts/site-content/fields.ts'

type Versions<Value> = {
  /** What both have started from */
  base: Value
  theirs: Value
  mine: Value
}

/** My changes on top of their version: what I left alone is theirs, everything else is mine. A list is one field. */
export function mergeChanges<Inner extends Fields>(
  fields: Inner,
  { base, theirs, mine }: Versions<FieldValues<Inner>>,
): FieldValues<Inner> {
  const entries = Object.entries<Field>(fields).map(([name, field]) => {
    const versions = { base: base[name], theirs: theirs[name], mine: mine[name] }
    // The cast is safe: the value of a group has the type of its fields.
    if (field.kind === 'group')
      return [name, mergeChanges(field.fields, versions as Versions<FieldValues<Fields>>)]
    return [name, isSame(versions.mine, versions.base) ? versions.theirs : versions.mine]
  })
  return Object.fromEntries(entries) as FieldValues<Inner>
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
