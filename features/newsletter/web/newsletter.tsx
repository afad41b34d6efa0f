import type { AddressQuestion } from '../../../core/contract/suggest-address.ts'
import { Island } from '../../../core/web/island.tsx'
import type { Page } from '../../../core/web/page.ts'
import { BackHome } from '../../../core/web/site/back-home.tsx'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { toBoxWords } from './newsletter-box.tsx'
import { NewsletterPanel } from './newsletter-panel.tsx'

/** The page `/newsletter`: the sign-up form, or the next step after signing up */
export const newsletter: Page<{
  done: boolean
  /** True if no email server is set up, so that an editor has to send the confirmation email */
  byHand: boolean
  email?: string
  error?: string
  question?: AddressQuestion | undefined
}> = {
  head: ({ site }) => {
    const { title, lead } = site.content.newsletterBox.pages
    return { title, description: lead, canonical: newsletterPaths.page }
  },
  Body: ({ site, done, byHand, email, error, question }) => (
    <main id="main" tabIndex={-1} className="wrap form-page">
      <p>
        <BackHome site={site} look="link" />
      </p>
      {done ? (
        <>
          <h1>{site.content.newsletterBox.asked.title}</h1>
          <p className="lead">{site.content.newsletterBox.asked[byHand ? 'leadByHand' : 'lead']}</p>
        </>
      ) : (
        <Island
          of={NewsletterPanel}
          name="NewsletterPanel"
          props={{ words: toBoxWords(site), heading: 'h1', email, error, question }}
          when="interaction"
        />
      )}
    </main>
  ),
}
