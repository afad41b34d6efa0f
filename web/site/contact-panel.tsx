import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { contactForm, contactSent } from '../../content/contact.ts'
import { paths } from '../../contracts/paths.ts'
import { ContactForm, type ContactFormProps } from './contact-form.tsx'
import { FormDone } from './form-done.tsx'

export type ContactPanelProps = ContactFormProps & {
  sent: boolean
  /** The headline of a page of its own, or of a part of another. */
  heading: 'h1' | 'h2'
}

/** The contact form, then its success screen, then the form again. */
export function ContactPanel({ sent: sentAtFirst, heading: Heading, ...form }: ContactPanelProps) {
  const [sent, setSent] = useState(sentAtFirst)
  const headline = useRef<HTMLHeadingElement>(null)

  function change(next: boolean) {
    // A reload shows what is on the screen now, not what the address once said.
    if (!next && Heading === 'h1') history.replaceState(null, '', paths.contact)
    flushSync(() => setSent(next))
    headline.current?.focus()
  }

  if (sent)
    return (
      <FormDone
        words={contactSent}
        heading={Heading}
        headline={headline}
        again={paths.contact}
        onAgain={() => change(false)}
      />
    )
  return (
    <>
      <Heading tabIndex={-1} ref={headline}>
        {contactForm.title}
      </Heading>
      <p className="lead">{contactForm.lead}</p>
      <ContactForm {...form} onSent={() => change(true)} />
    </>
  )
}
