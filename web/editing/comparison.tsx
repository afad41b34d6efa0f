import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'

type ComparisonProps = {
  /** Name of the field: title, content. */
  label: string
  /** Headings of the two sides. */
  names: readonly [string, string]
  before: string
  after: string
}

/** Two texts side by side. Deletions are struck out on the left, insertions are marked on the right. */
export function Comparison({ label, names, before, after }: ComparisonProps) {
  const parts = useMemo(() => compare(before, after), [before, after])
  return (
    <div className="comparison">
      <section aria-label={`${label}: ${names[0]}`}>
        <h4>{names[0]}</h4>
        <p>
          {parts.map(({ value, added, removed, key }) =>
            added ? null : removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>,
          )}
        </p>
      </section>
      <section aria-label={`${label}: ${names[1]}`}>
        <h4>{names[1]}</h4>
        <p>
          {parts.map(({ value, added, removed, key }) =>
            removed ? null : added ? <ins key={key}>{value}</ins> : <span key={key}>{value}</span>,
          )}
        </p>
      </section>
    </div>
  )
}

function compare(before: string, after: string) {
  // Comparing two long texts with nothing in common would take minutes.
  const parts = diffWordsWithSpace(before, after, { timeout: 1000 }) ?? [
    { value: before, removed: true, added: false },
    { value: after, added: true, removed: false },
  ]
  return parts.map((part, index) => ({ ...part, key: index }))
}
