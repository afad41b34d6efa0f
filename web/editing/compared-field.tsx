import { lazy, Suspense } from 'react'
import type { ComparisonProps } from './comparison.tsx'

const Comparison = lazy(() => import('./comparison.tsx').then((m) => ({ default: m.Comparison })))

/** Shows one field in which two versions of a text differ. */
export function ComparedField({ label, ...rest }: ComparisonProps) {
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
