import { paths } from '../../contracts/paths.ts'
import { Island } from '../island.tsx'
import type { Page } from '../page.ts'
import { FormPage } from './form-page.tsx'
import { Drawing } from './illustrations/drawing.tsx'
import vanOnTheRoad from './illustrations/van-on-the-road.svg?drawing'
import { NextSteps } from './next-steps.tsx'
import { WaitlistPanel, type WaitlistPanelProps } from './waitlist-panel.tsx'

export const waitlist: Page<Omit<WaitlistPanelProps, 'words'>> = {
  head: ({ site }) => ({
    title: site.content.waitlist.title,
    description: site.content.waitlist.lead,
    canonical: paths.waitlist,
  }),
  Body: ({ site, done, planUrl, values, errors, message, question }) => (
    <FormPage>
      <Island
        of={WaitlistPanel}
        name="WaitlistPanel"
        props={{ words: site.content.waitlist, done, planUrl, values, errors, message, question }}
        when="interaction"
      />
      <NextSteps words={site.content.waitlist} heading="h2">
        <Drawing of={vanOnTheRoad} />
      </NextSteps>
    </FormPage>
  ),
}
