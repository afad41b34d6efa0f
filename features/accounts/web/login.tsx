import { paths } from '../../../core/contract/paths.ts'
import type { Page } from '../../../core/web/page.ts'
import { BackHome } from '../../../core/web/site/back-home.tsx'
import { Button } from '../../../core/web/ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { PasskeyPlace, PasswordField, UsernameField } from './fields.tsx'

type LoginProps = {
  next: string
  username: string
  /** True if there is no user yet, so the page says how to create the first admin */
  setupNeeded: boolean
  /** Notice about the action that led here */
  notice?: keyof typeof notices | undefined
  problem?: string | undefined
  /** True if emails are sent, so that a link for a new password can come by email */
  hasMail: boolean
  /** True if someone at this site has a passkey */
  hasPasskeys: boolean
}

const notices = {
  'took-too-long': 'That took too long. Please sign in again.',
  'signed-out': 'You’re signed out.',
  'password-changed': 'Your password was changed. Sign in with the new one.',
}

export const login: Page<LoginProps> = {
  head: ({ site }) => ({ title: 'Sign in', description: `Sign in to ${site.name}.` }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, next, username, setupNeeded, notice, problem, hasMail, hasPasskeys }) => (
    <AccountPage
      site={site}
      title="Sign in"
      lead={
        setupNeeded
          ? 'No admin account exists yet. To create one, open the setup link the server printed when it started. Don’t have it? Ask the person who runs your server.'
          : 'For the people who run this site.'
      }
      notice={notice && notices[notice]}
      problem={problem}
    >
      {hasPasskeys && <PasskeyPlace next={next} insteadOf="password" />}
      <form className="form" method="post" action={paths.login}>
        <input type="hidden" name="next" value={next} />
        <UsernameField username={username} hasPasskeys={hasPasskeys} />
        <PasswordField name="password" />
        <Button type="submit">Sign in</Button>
      </form>
      {!setupNeeded && (
        <p className="form-note">
          {hasMail ? (
            <a className="text-link" href={paths.forgotPassword}>
              Forgot your password?
            </a>
          ) : (
            'Forgot your password? An owner of the site can make you a link for a new one. So can the person who runs your server.'
          )}
        </p>
      )}
      <p>
        <BackHome site={site} look="link" />
      </p>
    </AccountPage>
  ),
}
