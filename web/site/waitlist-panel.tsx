import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { waitlistForm, waitlistJoined } from '../../content/waitlist.ts'
import { paths } from '../../contracts/paths.ts'
import { FormDone } from './form-done.tsx'
import { WaitlistForm, type WaitlistFormProps } from './waitlist-form.tsx'

export type WaitlistPanelProps = WaitlistFormProps & { joined: boolean }

/** The waitlist page's form, then its success screen, then the form again. */
export function WaitlistPanel({ joined: joinedAtFirst, ...form }: WaitlistPanelProps) {
  const [joined, setJoined] = useState(joinedAtFirst)
  const heading = useRef<HTMLHeadingElement>(null)

  function change(next: boolean) {
    // A reload shows what is on the screen now, not what the address once said.
    if (!next) history.replaceState(null, '', paths.waitlist)
    flushSync(() => setJoined(next))
    heading.current?.focus()
  }

  if (joined)
    return (
      <FormDone
        words={waitlistJoined}
        heading="h1"
        headline={heading}
        again={paths.waitlist}
        onAgain={() => change(false)}
        leadsHome
      />
    )
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {waitlistForm.title}
      </h1>
      <p className="lead">{waitlistForm.lead}</p>
      <WaitlistForm {...form} onJoined={() => change(true)} />
    </>
  )
}
