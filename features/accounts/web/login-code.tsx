import { paths } from '../../../core/contract/paths.ts'
import type { Page } from '../../../core/web/page.ts'
import { Button } from '../../../core/web/ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { CodeField } from './code-field.tsx'
import { PasskeyPlace } from './fields.tsx'

type LoginCodeProps = {
  next: string
  /** What the user can enter */
  question: string
  /** True if the user has a passkey, which works in place of a code */
  hasPasskey: boolean
  problem?: string | undefined
}

/** The second step of a sign-in, after the password */
export const loginCode: Page<LoginCodeProps> = {
  head: ({ site }) => ({ title: 'Enter your code', description: `Sign in to ${site.name}.` }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, next, question, hasPasskey, problem }) => (
    <AccountPage site={site} title="Enter your code" lead={question} problem={problem}>
      {hasPasskey && <PasskeyPlace next={next} insteadOf="code" />}
      <form className="form" method="post" action={paths.loginCode}>
        <input type="hidden" name="next" value={next} />
        <CodeField autoFocus={!problem} />
        <Button type="submit">Sign in</Button>
      </form>
      <p className="form-note">
        Lost your phone and your recovery codes? Ask an owner of this site to reset your two-step sign-in.
      </p>
      <p>
        <a className="text-link" href={paths.login}>
          Start over
        </a>
      </p>
    </AccountPage>
  ),
}
