import { describeValue } from '../../../contracts/site-content/describe.ts'
import type { Fields, FieldValues } from '../../../contracts/site-content/fields.ts'
import { ComparedField } from '../../editing/compared-field.tsx'
import { textOfHtml } from '../../editing/html-text.ts'

type ComparedSectionProps = {
  fields: Fields
  names: readonly [string, string]
  before: FieldValues<Fields>
  after: FieldValues<Fields>
}

/** Shows every field in which two versions of a section differ. */
export function ComparedSection({ fields, names, before, after }: ComparedSectionProps) {
  const [old, now] = [before, after].map(
    (value) => new Map(describeValue(fields, value).map((described) => [described.key, described])),
  )
  const different = [...new Map([...(old ?? []), ...(now ?? [])]).values()].filter(
    ({ key }) => (old?.get(key)?.text ?? '') !== (now?.get(key)?.text ?? ''),
  )
  if (different.length === 0) return <p>The two versions are identical.</p>
  return different.map(({ key, label, isHtml }) => {
    const textOf = (version: typeof old) => {
      const text = version?.get(key)?.text ?? ''
      return isHtml ? textOfHtml(text) : text
    }
    return <ComparedField key={key} label={label} names={names} before={textOf(old)} after={textOf(now)} />
  })
}
