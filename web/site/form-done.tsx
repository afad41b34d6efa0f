import type { RefObject } from 'react'
import { waysBack } from '../../content/back-links.ts'
import { paths } from '../../contracts/paths.ts'

/** The success screen that replaces a form after it was sent. */
export function FormDone({
  words,
  heading: Heading,
  headline,
  again,
  onAgain,
  leadsHome = false,
}: {
  words: { title: string; lead: string; again: string }
  heading: 'h1' | 'h2'
  headline: RefObject<HTMLHeadingElement | null>
  /** Path of the form's page, for visitors without script. */
  again: string
  onAgain: () => void
  /** True if there is also a link to the home page. */
  leadsHome?: boolean
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
        {leadsHome && (
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
