import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { paths } from '../../../core/contract/paths.ts'

export type EntryPanelProps = {
  done: boolean
  /** Level of the panel's headline. A panel with an `h1` is the page of its form. */
  heading: 'h1' | 'h2'
}

type Props = EntryPanelProps & {
  words: { title: string; lead: string }
  doneWords: { title: string; lead: string; again: string }
  /** Path of the form's own page. */
  page: string
  /** The label of a link to the home page in the success message */
  home?: string
  /** Shown below the success message and its buttons */
  offer?: ReactNode
  children: (onDone: () => void) => ReactNode
}

/** Shows a form. After submitting, it shows a success message with a button that brings the form back. */
export function EntryPanel({
  done: initiallyDone,
  heading: Heading,
  words,
  doneWords,
  page,
  home,
  offer,
  children,
}: Props) {
  const [done, setDone] = useState(initiallyDone)
  const headline = useRef<HTMLHeadingElement>(null)

  function change(next: boolean) {
    // The URL may be that of the success page. Change it, so that a reload shows the form again.
    if (!next && Heading === 'h1') history.replaceState(null, '', page)
    // Render now, so that the headline to focus exists.
    flushSync(() => setDone(next))
    headline.current?.focus()
  }

  if (done)
    return (
      <div className="joined">
        <svg className="joined-mark" viewBox="0 0 64 64" aria-hidden="true">
          <circle cx="32" cy="32" r="28" />
          <path d="M20 33l9 9 16-19" />
        </svg>
        <Heading tabIndex={-1} ref={headline}>
          {doneWords.title}
        </Heading>
        <p className="lead">{doneWords.lead}</p>
        <p className="form-actions">
          {home && (
            <a className="btn" href={paths.home}>
              {home}
            </a>
          )}
          <a
            className="btn btn-quiet"
            href={page}
            onClick={(event) => {
              event.preventDefault()
              change(false)
            }}
          >
            {doneWords.again}
          </a>
        </p>
        {offer}
      </div>
    )
  return (
    <>
      <Heading tabIndex={-1} ref={headline}>
        {words.title}
      </Heading>
      <p className="lead">{words.lead}</p>
      {children(() => change(true))}
    </>
  )
}
