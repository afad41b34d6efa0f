import type { ReactNode } from 'react'

/** A list of what happens after a form is sent; only the drawing if the list is empty */
export function NextSteps({
  words,
  heading: Heading,
  children,
}: {
  words: { stepsTitle: string; steps: readonly string[] }
  heading: 'h2' | 'h3'
  /** A drawing above the list */
  children?: ReactNode
}) {
  if (words.steps.length === 0) return children
  return (
    <aside className="card next-steps" aria-labelledby="next-steps">
      {children}
      <Heading id="next-steps">{words.stepsTitle}</Heading>
      <ol>
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </aside>
  )
}
