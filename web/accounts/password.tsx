import { paths } from '../../contracts/paths.ts'
import { passwordLimits } from '../../contracts/session.ts'
import type { Page } from '../page.ts'
import { InputField } from '../ui/field.tsx'
import { AccountPage } from './account-page.tsx'

type PasswordProps = {
  username: string
  errors: { current?: string | undefined; next?: string | undefined }
}

export const password: Page<PasswordProps> = {
  head: () => ({ title: 'Change password', description: 'Change the password of your account.' }),
  frame: 'bare',
  Body: ({ site, username, errors }) => (
    <AccountPage
      site={site}
      title="Change password"
      lead="Everyone who is signed in with this account has to sign in again afterwards, on this device too."
    >
      <form className="form" method="post" action={paths.adminPassword}>
        {/* So that a password manager knows whose password this is. */}
        <input type="hidden" name="username" value={username} autoComplete="username" />
        <InputField
          label="Current password"
          name="current"
          type="password"
          required
          autoComplete="current-password"
          error={errors.current}
        />
        <InputField
          label="New password"
          name="next"
          type="password"
          required
          autoComplete="new-password"
          minLength={passwordLimits.min}
          maxLength={passwordLimits.max}
          hint={`At least ${passwordLimits.min} characters.`}
          error={errors.next}
        />
        <button type="submit" className="btn">
          Change password
        </button>
      </form>
      <p>
        <a className="text-link" href={paths.adminSimple}>
          Back to the admin
        </a>
      </p>
    </AccountPage>
  ),
}
