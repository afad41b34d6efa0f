import { paths } from '../../../core/contract/paths.ts'
import type { Page } from '../../../core/web/page.ts'
import { Button } from '../../../core/web/ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { DeadLink } from './dead-link.tsx'
import { listErrors, NewPasswordField } from './fields.tsx'
import { KnownUsername } from './known-username.tsx'

export type NewPasswordProps = {
  token: string
  /** Undefined if the link was used or replaced, or has expired */
  username: string | undefined
  error?: string | undefined
  problem?: string | undefined
}

/** The page on which a user who forgot their password sets a new one, by a link from an email or an owner */
export const newPassword: Page<NewPasswordProps> = {
  head: () => ({ title: 'Choose a new password', description: 'Choose a new password for your account.' }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, token, username, error, problem }) =>
    username === undefined ? (
      <DeadLink site={site} problem={problem}>
        It was used, replaced, or has expired. Ask for a new one on the sign-in page, or ask an owner of the
        site.
      </DeadLink>
    ) : (
      <AccountPage
        site={site}
        title="Choose a new password"
        lead={`For ${username}. You’ll be signed out on every device, your API tokens will stop working, and you sign in with the new password.`}
        problem={problem}
        fields={listErrors({ next: error })}
      >
        <form className="form" method="post" action={paths.newPassword(token)}>
          <KnownUsername username={username} />
          <NewPasswordField
            name="next"
            names={[username, site.name]}
            hint="A few random words are easy to remember."
            error={error}
          />
          <Button type="submit">Save the new password</Button>
        </form>
      </AccountPage>
    ),
}
