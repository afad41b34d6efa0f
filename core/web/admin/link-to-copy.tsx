import type { ReactNode } from 'react'
import { paths } from '../../contract/paths.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { InputField } from '../ui/field.tsx'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import { InlineLink } from './screen-link.tsx'

/** A link in a text field with a copy button. The user can also select the text if the browser refuses to copy. */
export function LinkToCopy({ name, link, button }: { name: string; link: string; button: string }) {
  return (
    <div className="invite-link-row">
      <InputField
        label={`Link for ${name}`}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton label={button} text={() => link} />
    </div>
  )
}

type NewLinkProps = {
  name: string
  link: string
  /** Whom the email goes to */
  recipient: string
  delivery: 'sent' | 'outbox'
  /** What else there is to say about a link that the user sends */
  byHandNote?: string
  children?: ReactNode
}

/** A link that was just made and is shown only once. It takes the focus, because the clicked button is below it. */
export function NewLink({ name, link, recipient, delivery, byHandNote, children }: NewLinkProps) {
  return (
    <section ref={focusOnMount} tabIndex={-1} aria-label="The new link" className="notice invite-link">
      <p>
        {delivery === 'sent' ? (
          `We’re emailing this link to ${recipient}. We only show it here once.`
        ) : (
          <>
            Email isn’t set up yet, so send this link to {name} yourself. A ready-to-send message is in the{' '}
            <InlineLink href={paths.adminOutbox}>Outbox</InlineLink>.{byHandNote}
          </>
        )}
      </p>
      <LinkToCopy name={name} link={link} button="Copy link" />
      {children}
    </section>
  )
}
