import { Island } from '../../../core/web/island.tsx'
import type { Page } from '../../../core/web/page.ts'
import { FormPage } from '../../../core/web/site/form-page.tsx'
import { Drawing } from '../../../core/web/site/illustrations/drawing.tsx'
import vanOnTheRoad from '../../../core/web/site/illustrations/van-on-the-road.svg?drawing'
import { NextSteps } from '../../../core/web/site/next-steps.tsx'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { WaitlistPanel, type WaitlistPanelProps } from './waitlist-panel.tsx'

export const waitlist: Page<Omit<WaitlistPanelProps, 'words' | 'home'>> = {
  head: ({ site }) => ({
    title: site.content.waitlist.title,
    description: site.content.waitlist.lead,
    canonical: sitePaths.waitlist,
  }),
  Body: ({ site, done, planUrl, values, errors, message, question }) => (
    <FormPage site={site}>
      <Island
        of={WaitlistPanel}
        name="WaitlistPanel"
        props={{
          words: site.content.waitlist,
          home: site.content.menu.returnHome,
          done,
          planUrl,
          values,
          errors,
          message,
          question,
        }}
        when="interaction"
      />
      <NextSteps words={site.content.waitlist} heading="h2">
        <Drawing of={vanOnTheRoad} />
      </NextSteps>
    </FormPage>
  ),
}
