import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { waitlistForm, waitlistJoined } from '../../content/waitlist.ts'
import { waysBack } from '../../content/ways-back.ts'
import { paths } from '../../contracts/paths.ts'
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
      <div className="joined">
        <svg className="joined-mark" viewBox="0 0 64 64" aria-hidden="true">
          <circle cx="32" cy="32" r="28" />
          <path d="M20 33l9 9 16-19" />
        </svg>
        <h1 tabIndex={-1} ref={heading}>
          {waitlistJoined.title}
        </h1>
        <p className="lead">{waitlistJoined.lead}</p>
        <p className="form-actions">
          <a className="btn" href={paths.home}>
            {waysBack.returnHome}
          </a>
          <a
            className="btn btn-quiet"
            href={paths.waitlist}
            onClick={(event) => {
              event.preventDefault()
              change(false)
            }}
          >
            {waitlistJoined.again}
          </a>
        </p>
      </div>
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
