import { lazyPart } from '../../ui/lazy-part.tsx'
import type { ComparisonProps } from '../comparison.tsx'

const Comparison = lazyPart(() => import('../comparison.tsx'), 'Comparison', <p>Comparing...</p>)

/** A field of a version in words. Its key is the path of the field: `/list/12/name`; the text is made of `html`. */
export type DescribedField = { key: string; label: string; text: string; html?: string }

type ComparedFieldsProps = {
  /** Headings of the left and right side */
  names: readonly [string, string]
  before: readonly DescribedField[]
  after: readonly DescribedField[]
}

/** Shows every field in which two versions of a record differ. */
export function ComparedFields({ names, before, after }: ComparedFieldsProps) {
  const [old, now] = [before, after].map((fields) => new Map(fields.map((field) => [field.key, field])))
  const different = [...new Map([...(old ?? []), ...(now ?? [])]).values()].filter(
    ({ key }) => exactValueOf(old?.get(key)) !== exactValueOf(now?.get(key)),
  )
  if (different.length === 0) return <p>The two versions are identical.</p>
  return different.map(({ key, label }) => (
    <ComparedField
      key={key}
      label={label}
      names={names}
      before={old?.get(key)?.text ?? ''}
      after={now?.get(key)?.text ?? ''}
    />
  ))
}

const exactValueOf = (field: DescribedField | undefined) => field?.html ?? field?.text ?? ''

/** Shows one field in which two versions of a text differ. */
export function ComparedField({ label, ...rest }: ComparisonProps) {
  return (
    <section className="compared">
      <h3>{label}</h3>
      {rest.before === rest.after ? (
        <p className="field-hint">Only the formatting changed.</p>
      ) : (
        <Comparison label={label} {...rest} />
      )}
    </section>
  )
}
