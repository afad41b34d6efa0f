import { paths } from '../../../core/contract/paths.ts'
import type { Page } from '../../../core/web/page.ts'
import { Button } from '../../../core/web/ui/button.tsx'
import { askedLinkMinutes } from '../contract/password-links.ts'
import { AccountPage } from './account-page.tsx'
import { EmailField, listErrors } from './fields.tsx'

export type ForgotPasswordProps = {
  email: string
  /** True once the form was sent. The page says the same for known and unknown addresses. */
  isSent: boolean
  error?: string | undefined
  problem?: string | undefined
}

/** The page on which a user who forgot their password asks for a link by email */
export const forgotPassword: Page<ForgotPasswordProps> = {
  head: () => ({ title: 'Forgot your password?', description: 'Get a link for a new password.' }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, email, isSent, error, problem }) => (
    <AccountPage
      site={site}
      title={isSent ? 'Check your email' : 'Forgot your password?'}
      lead={
        isSent
          ? `If an account here has this address, a link for a new password is on its way. It works for ${askedLinkMinutes} minutes. No email? An owner of the site can make you a link, too.`
          : 'Enter the email address of your account. We’ll send you a link for a new password.'
      }
      problem={problem}
      fields={listErrors({ email: error })}
    >
      {!isSent && (
        <form className="form" method="post" action={paths.forgotPassword}>
          <EmailField email={email} error={error} />
          <Button type="submit">Send the link</Button>
        </form>
      )}
      <p>
        <a className="text-link" href={paths.login}>
          Back to sign-in
        </a>
      </p>
    </AccountPage>
  ),
}
