import { contactForm } from '../../content/contact.ts'
import { paths } from '../../contracts/paths.ts'
import { Island } from '../island.tsx'
import type { Page } from '../page.ts'
import { BackHome } from './back-home.tsx'
import type { ContactFormProps } from './contact-form.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { KitchenTable } from './illustrations/kitchen-table.tsx'
import { NextSteps } from './next-steps.tsx'

export const contact: Page<ContactFormProps & { sent: boolean }> = {
  head: () => ({
    title: contactForm.title,
    description: contactForm.lead,
    canonical: paths.contact,
  }),
  frame: 'site',
  Body: ({ sent, values, errors, message }) => (
    <main id="main" tabIndex={-1} className="wrap form-page">
      <p>
        <BackHome look="link" />
      </p>
      <div className="form-columns">
        <Island
          of={ContactPanel}
          name="ContactPanel"
          props={{ heading: 'h1', sent, values, errors, message }}
          when="interaction"
        />
        <NextSteps words={contactForm} heading="h2">
          <KitchenTable />
        </NextSteps>
      </div>
    </main>
  ),
}
