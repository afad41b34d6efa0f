import { waitlistForm } from '../../content/waitlist.ts'
import { paths } from '../../contracts/paths.ts'
import { Island } from '../island.tsx'
import type { Page } from '../page.ts'
import { FormPage } from './form-page.tsx'
import { Drawing } from './illustrations/drawing.tsx'
import vanOnTheRoad from './illustrations/van-on-the-road.svg?drawing'
import { NextSteps } from './next-steps.tsx'
import { WaitlistPanel, type WaitlistPanelProps } from './waitlist-panel.tsx'

export const waitlist: Page<WaitlistPanelProps> = {
  head: () => ({
    title: waitlistForm.title,
    description: waitlistForm.lead,
    canonical: paths.waitlist,
  }),
  Body: ({ done, values, errors, message, question }) => (
    <FormPage>
      <Island
        of={WaitlistPanel}
        name="WaitlistPanel"
        props={{ done, values, errors, message, question }}
        when="interaction"
      />
      <NextSteps words={waitlistForm} heading="h2">
        <Drawing of={vanOnTheRoad} />
      </NextSteps>
    </FormPage>
  ),
}
