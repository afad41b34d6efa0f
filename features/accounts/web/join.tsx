import { formatDate } from '../../../core/contract/format-date.ts'
import { paths } from '../../../core/contract/paths.ts'
import { type Role, roleAbilities } from '../../../core/contract/roles.ts'
import type { Page } from '../../../core/web/page.ts'
import { Button } from '../../../core/web/ui/button.tsx'
import type { TeamInvite } from '../contract/team.ts'
import { sayInvited } from '../contract/team.ts'
import { AccountPage } from './account-page.tsx'
import { DeadLink } from './dead-link.tsx'
import { EmailField, listErrors, NameField, NewPasswordField, UsernameField } from './fields.tsx'

export type JoinProps = {
  token: string
  /** Undefined if the link was used, turned off, or has expired */
  invite: TeamInvite | undefined
  /** The person's earlier input */
  values: { name?: string | undefined; email?: string | undefined; username?: string }
  /** Name of the user who is signed in in this browser, if there is one */
  signedInAs: string | undefined
  errors: Partial<Record<'name' | 'email' | 'username' | 'password', string | undefined>>
  problem?: string | undefined
}

const roleWords: Record<Role, string> = { helper: 'a helper', editor: 'an editor', owner: 'an owner' }

/** The page on which an invited colleague creates an account */
export const join: Page<JoinProps> = {
  head: ({ site }) => ({ title: 'Join the team', description: `Join the team of ${site.name}.` }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, invite, ...rest }) =>
    invite ? (
      <AccountPage
        site={site}
        title={`Welcome, ${invite.displayName}`}
        lead={`${sayInvited(invite.invitedBy)} to the team of ${site.name} as ${roleWords[invite.role]}. ${describeAbilities(invite.role)}`}
        problem={rest.problem}
        fields={listErrors(rest.errors)}
      >
        {rest.signedInAs !== undefined && (
          <p className="notice">
            {`You’re signed in as ${rest.signedInAs} in this browser. Creating the account signs you out there.`}
          </p>
        )}
        <form className="form" method="post" action={paths.join(rest.token)}>
          <NameField name={rest.values.name ?? invite.displayName} error={rest.errors.name} />
          <EmailField
            email={rest.values.email ?? invite.email}
            hint="If you forget your password, we send a link there."
            error={rest.errors.email}
          />
          <UsernameField
            username={rest.values.username ?? ''}
            hint="You sign in with this. Your colleagues see your name."
            error={rest.errors.username}
          />
          <NewPasswordField
            name="password"
            names={[site.name]}
            hint="A few random words are easy to remember."
            error={rest.errors.password}
          />
          <Button type="submit">Create account and sign in</Button>
        </form>
        <p className="form-note">
          This link works once, until {formatDate(invite.expiresAt, { timeZone: site.timeZone })}.
        </p>
      </AccountPage>
    ) : (
      <DeadLink site={site}>
        It was used, replaced, or has expired. If you have an account, sign in. If not, ask the person who
        invited you for a new link.
      </DeadLink>
    ),
}

/** For a new colleague, who does not know what the roles before theirs can do */
function describeAbilities(role: Role): string {
  const basics = role === 'editor' ? `You can ${roleAbilities.helper}. ` : ''
  return `${basics}You can ${roleAbilities[role]}.`
}
