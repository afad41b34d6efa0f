import { waitlistForm } from '../../content/waitlist.ts'
import { paths } from '../../contracts/paths.ts'
import { Island } from '../island.tsx'
import type { Page } from '../page.ts'
import { BackHome } from './back-home.tsx'
import { VanOnTheRoad } from './illustrations/van.tsx'
import { WaitlistPanel, type WaitlistPanelProps } from './waitlist-panel.tsx'

export const waitlist: Page<WaitlistPanelProps> = {
  head: () => ({
    title: waitlistForm.title,
    description: waitlistForm.lead,
    canonical: paths.waitlist,
  }),
  frame: 'site',
  Body: ({ joined, values, errors, message }) => (
    <main id="main" tabIndex={-1} className="wrap waitlist-page">
      <p>
        <BackHome look="link" />
      </p>
      <div className="waitlist-columns">
        <Island
          of={WaitlistPanel}
          name="WaitlistPanel"
          props={{ joined, values, errors, message }}
          when="interaction"
        />
        <aside className="card next-steps" aria-labelledby="next-steps">
          <VanOnTheRoad />
          <h2 id="next-steps">{waitlistForm.stepsTitle}</h2>
          <ol>
            {waitlistForm.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </aside>
      </div>
    </main>
  ),
}
