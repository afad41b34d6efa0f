import type { Site, SiteContent } from '../../../core/contract/site.ts'
import type { Page } from '../../../core/web/page.ts'
import { Button } from '../../../core/web/ui/button.tsx'
import { Notice } from '../../../core/web/ui/notice.tsx'
import { type Frequency, frequencies } from '../contract/newsletter.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'

type ConfirmProps = { state: 'open' | 'done' | 'gone'; token: string }

/**
 * The page that the confirmation email links to. It has another button to confirm, because mail scanners open the links
 * in emails and would confirm the subscription.
 */
export const confirmSubscription: Page<ConfirmProps> = {
  head: ({ site, state }) => headOf(site, titleOf[state]),
  Body: ({ site, state, token }) => {
    const texts = site.content.newsletterBox.pages
    return (
      <main id="main" tabIndex={-1} className="wrap form-page">
        <h1>{texts[titleOf[state]]}</h1>
        <p className="lead">{texts[leadOf[state]]}</p>
        {state === 'open' && (
          <form method="post" action={newsletterPaths.confirm(token)}>
            <Button type="submit">{texts.confirmButton}</Button>
          </form>
        )}
        {state === 'done' && (
          <p>
            <a className="btn btn-quiet" href={newsletterPaths.manage(token)}>
              {texts.howOften}
            </a>
          </p>
        )}
        {state === 'gone' && <SignUpLink>{texts.goneButton}</SignUpLink>}
      </main>
    )
  },
}

type Words = SiteContent['newsletterBox']['pages']

const headOf = ({ content }: Site, title: keyof Words) => ({
  title: content.newsletterBox.pages[title],
  description: content.newsletterBox.pages.lead,
})

const titleOf = {
  open: 'confirmTitle',
  done: 'doneTitle',
  gone: 'goneTitle',
  active: 'manageTitle',
  left: 'leftTitle',
  ended: 'endedTitle',
} as const
const leadOf = { open: 'confirm', done: 'done', gone: 'gone', left: 'left', ended: 'ended' } as const

export type SubscriptionProps = {
  token: string
  email: string
  frequency: Frequency
  /** `left`: unsubscribed, and can resubscribe here. `ended`: bounced or removed, and must sign up again. */
  state: 'active' | 'left' | 'ended'
  saved: boolean
}

/** The page on which a subscriber changes the frequency or unsubscribes. */
export const subscription: Page<SubscriptionProps> = {
  head: ({ site, state }) => headOf(site, titleOf[state]),
  Body: ({ site, token, email, state, frequency, saved }) => {
    const texts = site.content.newsletterBox.pages
    return (
      <main id="main" tabIndex={-1} className="wrap form-page">
        <h1>{texts[titleOf[state]]}</h1>
        {saved && state === 'active' && <Notice tone="success">{texts.saved}</Notice>}
        <p className="lead">{state === 'active' ? `${texts.manage} ${email}.` : texts[leadOf[state]]}</p>
        {state === 'active' && (
          <>
            <form className="form" method="post" action={newsletterPaths.manage(token)}>
              <fieldset className="choices">
                <legend>{texts.howOften}</legend>
                {frequencies.map((one) => (
                  <label key={one}>
                    <input type="radio" name="frequency" value={one} defaultChecked={one === frequency} />
                    {texts[one]}
                  </label>
                ))}
              </fieldset>
              <button type="submit" name="action" value="save" className="btn">
                {texts.save}
              </button>
            </form>
            <h2>{texts.leaveTitle}</h2>
            <p>{texts.leave}</p>
            <form method="post" action={newsletterPaths.manage(token)}>
              <button type="submit" name="action" value="leave" className="btn btn-quiet">
                {texts.leaveButton}
              </button>
            </form>
          </>
        )}
        {state === 'left' && (
          <form method="post" action={newsletterPaths.manage(token)}>
            <button type="submit" name="action" value="return" className="btn btn-quiet">
              {texts.backButton}
            </button>
          </form>
        )}
        {state === 'ended' && <SignUpLink>{texts.endedButton}</SignUpLink>}
      </main>
    )
  },
}

function SignUpLink({ children }: { children: string }) {
  return (
    <p>
      <a className="btn" href={newsletterPaths.page}>
        {children}
      </a>
    </p>
  )
}
