import { contactForm } from '../../content/contact.ts'
import { Island } from '../island.tsx'
import { ContactPanel } from '../site/contact-panel.tsx'
import { NextSteps } from '../site/next-steps.tsx'

export function ContactSection() {
  return (
    <section className="section" id="contact" aria-label={contactForm.title}>
      <div className="wrap form-columns">
        <Island
          of={ContactPanel}
          name="ContactPanel"
          props={{ heading: 'h2', done: false }}
          when="interaction"
        />
        <NextSteps words={contactForm} heading="h3" />
      </div>
    </section>
  )
}
