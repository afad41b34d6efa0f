import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'

export type ComparisonProps = {
  /** Name of the compared field, such as `Title` */
  label: string
  /** Headings of the left and right side */
  names: readonly [string, string]
  before: string
  after: string
}

/** Two texts side by side. Deletions are struck out on the left, insertions are marked on the right. */
export function Comparison({ label, names, before, after }: ComparisonProps) {
  const parts = useMemo(() => compare(before, after), [before, after])
  return (
    <div className="comparison">
      {names.map((name, side) => (
        <section key={name} aria-label={`${label}: ${name}`}>
          <h4>{name}</h4>
          <p>
            {parts.map(({ value, added, removed, key }) => {
              if (side === 0 ? added : removed) return null
              const Mark = removed ? 'del' : added ? 'ins' : 'span'
              return <Mark key={key}>{value}</Mark>
            })}
          </p>
        </section>
      ))}
    </div>
  )
}

function compare(before: string, after: string) {
  // Comparing two long texts with nothing in common would take minutes. After a timeout of 1 s, show them as one
  // deletion and one insertion.
  const parts = diffWordsWithSpace(before, after, { timeout: 1000 }) ?? [
    { value: before, removed: true, added: false },
    { value: after, added: true, removed: false },
  ]
  return parts.map((part, index) => ({ ...part, key: index }))
}
