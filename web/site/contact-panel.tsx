import { contactForm, contactSent } from '../../content/contact.ts'
import { paths } from '../../contracts/paths.ts'
import { ContactForm, type ContactFormProps } from './contact-form.tsx'
import { EntryPanel, type EntryPanelProps } from './entry-panel.tsx'

export type ContactPanelProps = ContactFormProps & EntryPanelProps

export function ContactPanel({ done, heading, ...form }: ContactPanelProps) {
  return (
    <EntryPanel
      done={done}
      heading={heading}
      words={contactForm}
      doneWords={contactSent}
      page={paths.contact}
    >
      {(onDone) => <ContactForm {...form} onDone={onDone} />}
    </EntryPanel>
  )
}
