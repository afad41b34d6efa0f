import { paths } from '../../contracts/paths.ts'
import type { Page } from '../page.ts'
import { AccountPage } from './account-page.tsx'
import { listErrors, NewPasswordField, UsernameField } from './fields.tsx'

type SetupProps = {
  code: string
  username: string
  errors: { username?: string | undefined; password?: string | undefined }
  problem?: string | undefined
}

export const setup: Page<SetupProps> = {
  head: () => ({ title: 'Create the first admin', description: 'The first sign-in of this site.' }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, code, username, errors, problem }) => (
    <AccountPage
      site={site}
      title="Create the first admin"
      lead="This account looks after the whole site. Keep its password in a password manager."
      problem={problem}
      fields={listErrors(errors)}
    >
      {!problem && (
        <form className="form" method="post" action={paths.setup}>
          <input type="hidden" name="code" value={code} />
          <UsernameField username={username} error={errors.username} />
          <NewPasswordField
            name="password"
            hint="A few words in a row are easy to keep in mind."
            error={errors.password}
          />
          <button type="submit" className="btn">
            Create admin and sign in
          </button>
        </form>
      )}
    </AccountPage>
  ),
}
