import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormDone } from './form-done.tsx'

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
  /** True if the success screen has a link to the home page. */
  leadsHome?: boolean
  children: (onDone: () => void) => ReactNode
}

/** A form, its success screen, and the form again. */
export function EntryPanel({
  done: initiallyDone,
  heading: Heading,
  words,
  doneWords,
  page,
  leadsHome,
  children,
}: Props) {
  const [done, setDone] = useState(initiallyDone)
  const headline = useRef<HTMLHeadingElement>(null)

  function change(next: boolean) {
    // A reload shows what is on the screen now, not what the URL once said.
    if (!next && Heading === 'h1') history.replaceState(null, '', page)
    flushSync(() => setDone(next))
    headline.current?.focus()
  }

  if (done)
    return (
      <FormDone
        words={doneWords}
        heading={Heading}
        headline={headline}
        again={page}
        onAgain={() => change(false)}
        leadsHome={leadsHome}
      />
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
