import { paths } from '../../../core/contract/paths.ts'
import type { Page } from '../../../core/web/page.ts'
import { Button } from '../../../core/web/ui/button.tsx'
import { backToAdmin } from '../../../core/words/back-links.ts'
import { AccountPage } from './account-page.tsx'
import { listErrors, NewPasswordField, PasswordField } from './fields.tsx'
import { KnownUsername } from './known-username.tsx'

export type PasswordProps = {
  username: string
  errors: { current?: string | undefined; next?: string | undefined }
}

export const password: Page<PasswordProps> = {
  head: () => ({ title: 'Change password', description: 'Change the password of your account.' }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, username, errors }) => (
    <AccountPage
      site={site}
      title="Change password"
      lead="You’ll be signed out on every device, this one included, and your API tokens will stop working."
      fields={listErrors(errors)}
    >
      <form className="form" method="post" action={paths.adminPassword}>
        <KnownUsername username={username} />
        <PasswordField name="current" error={errors.current} />
        <NewPasswordField name="next" names={[username, site.name]} error={errors.next} />
        <Button type="submit">Change password</Button>
      </form>
      <p>
        <a className="text-link" href={paths.adminSimple}>
          {backToAdmin}
        </a>
      </p>
    </AccountPage>
  ),
}
