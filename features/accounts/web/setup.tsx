import { paths } from '../../../core/contract/paths.ts'
import type { Page } from '../../../core/web/page.ts'
import { Button } from '../../../core/web/ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { listErrors, NewPasswordField, UsernameField } from './fields.tsx'

export type SetupProps = {
  code: string
  username: string
  errors: { username?: string | undefined; password?: string | undefined }
  problem?: string | undefined
}

export const setup: Page<SetupProps> = {
  head: () => ({ title: 'Create your admin account', description: 'Set up your site.' }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, code, username, errors, problem }) => (
    <AccountPage
      site={site}
      title="Create your admin account"
      lead="This account controls the whole site. Save the password in a password manager."
      problem={problem}
      fields={listErrors(errors)}
    >
      {!problem && (
        <form className="form" method="post" action={paths.setup}>
          <input type="hidden" name="code" value={code} />
          <UsernameField username={username} error={errors.username} />
          <NewPasswordField
            name="password"
            names={[site.name]}
            hint="A few random words are easy to remember."
            error={errors.password}
          />
          <Button type="submit">Create account and sign in</Button>
        </form>
      )}
    </AccountPage>
  ),
}
