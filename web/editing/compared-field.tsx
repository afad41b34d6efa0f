import { lazy, Suspense } from 'react'

const Comparison = lazy(() => import('./comparison.tsx').then((m) => ({ default: m.Comparison })))

type ComparedFieldProps = {
  label: string
  /** Headings of the two sides. */
  names: readonly [string, string]
  before: string
  after: string
}

/** One field in which two versions differ. */
export function ComparedField({ label, ...rest }: ComparedFieldProps) {
  return (
    <section className="compared">
      <h3>{label}</h3>
      {rest.before === rest.after ? (
        <p className="field-hint">Only the formatting changed.</p>
      ) : (
        <Suspense fallback={<p>Comparing...</p>}>
          <Comparison label={label} {...rest} />
        </Suspense>
      )}
    </section>
  )
}
