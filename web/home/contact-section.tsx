import type { Site } from '../../contracts/site.ts'
import { Island } from '../island.tsx'
import { ContactPanel } from '../site/contact-panel.tsx'
import { NextSteps } from '../site/next-steps.tsx'

export function ContactSection({ site }: { site: Site }) {
  const words = site.content.contact
  return (
    <section className="section" id="contact" aria-label={words.title}>
      <div className="wrap form-columns">
        <Island
          of={ContactPanel}
          name="ContactPanel"
          props={{ heading: 'h2', done: false, words }}
          when="interaction"
        />
        <NextSteps words={words} heading="h3" />
      </div>
    </section>
  )
}
