import { paths } from '../../../core/contract/paths.ts'
import type { Page } from '../../../core/web/page.ts'
import { Button } from '../../../core/web/ui/button.tsx'
import { InputField } from '../../../core/web/ui/field.tsx'
import { AccountPage } from './account-page.tsx'
import { EmailField, labels, listErrors, NameField, NewPasswordField, UsernameField } from './fields.tsx'

type Typed = 'name' | 'email' | 'organization' | 'username'

export type SetupProps = {
  code: string
  /** What was typed before */
  values: Partial<Record<Typed, string | undefined>>
  errors: Partial<Record<Typed | 'password', string | undefined>>
  problem?: string | undefined
}

export const setup: Page<SetupProps> = {
  head: () => ({ title: 'Create your admin account', description: 'Set up your site.' }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, code, values, errors, problem }) => (
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
          <NameField name={values.name} error={errors.name} />
          <EmailField
            email={values.email}
            hint="If you forget your password, we send a link there."
            error={errors.email}
          />
          <InputField
            label={labels.organization}
            name="organization"
            id="organization"
            required
            autoComplete="organization"
            placeholder="Harbor Food Bank"
            defaultValue={values.organization}
            hint="The name of your site. You can change it at any time."
            error={errors.organization}
          />
          <UsernameField
            username={values.username ?? ''}
            hint="You sign in with this. Visitors never see it."
            error={errors.username}
          />
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
