import type { RefObject } from 'react'
import { waysBack } from '../../content/ways-back.ts'
import { paths } from '../../contracts/paths.ts'

/** The success screen of a form, in place of the form. */
export function FormDone({
  words,
  heading: Heading,
  headline,
  again,
  onAgain,
}: {
  words: { title: string; lead: string; again: string }
  heading: 'h1' | 'h2'
  headline: RefObject<HTMLHeadingElement | null>
  /** The form's page, for those without script. */
  again: string
  onAgain: () => void
}) {
  return (
    <div className="joined">
      <svg className="joined-mark" viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="28" />
        <path d="M20 33l9 9 16-19" />
      </svg>
      <Heading tabIndex={-1} ref={headline}>
        {words.title}
      </Heading>
      <p className="lead">{words.lead}</p>
      <p className="form-actions">
        {Heading === 'h1' && (
          <a className="btn" href={paths.home}>
            {waysBack.returnHome}
          </a>
        )}
        <a
          className="btn btn-quiet"
          href={again}
          onClick={(event) => {
            event.preventDefault()
            onAgain()
          }}
        >
          {words.again}
        </a>
      </p>
    </div>
  )
}
