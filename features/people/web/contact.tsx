import { Island } from '../../../core/web/island.tsx'
import type { Page } from '../../../core/web/page.ts'
import { FormPage } from '../../../core/web/site/form-page.tsx'
import { Drawing } from '../../../core/web/site/illustrations/drawing.tsx'
import kitchenTable from '../../../core/web/site/illustrations/kitchen-table.svg?drawing'
import { NextSteps } from '../../../core/web/site/next-steps.tsx'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { ContactPanel, type ContactPanelProps } from './contact-panel.tsx'

export const contact: Page<Omit<ContactPanelProps, 'heading' | 'words'>> = {
  head: ({ site }) => ({
    title: site.content.contact.title,
    description: site.content.contact.lead,
    canonical: sitePaths.contact,
  }),
  Body: ({ site, done, values, errors, message, question }) => (
    <FormPage site={site}>
      <Island
        of={ContactPanel}
        name="ContactPanel"
        props={{ words: site.content.contact, heading: 'h1', done, values, errors, message, question }}
        when="interaction"
      />
      <NextSteps words={site.content.contact} heading="h2">
        <Drawing of={kitchenTable} className="people-art" />
      </NextSteps>
    </FormPage>
  ),
}
