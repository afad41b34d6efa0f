import type { ReactNode } from 'react'
import { waysBack } from '../../content/back-links.ts'
import { formatRecent } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import type { SecondFactor, TotpSetup } from '../../contracts/second-factor.ts'
import { Island } from '../island.tsx'
import type { Page } from '../page.ts'
import { AccountPage } from './account-page.tsx'
import { CodeField } from './code-field.tsx'
import { KnownUsername, PasswordField } from './fields.tsx'
import { PasskeySetup } from './passkey-setup.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import { appIsUnreadable, TotpSteps } from './totp-steps.tsx'

/** What the page shows: the question for the password, an overview, or a step of the setup */
export type SecondFactorStep =
  | { step: 'confirm' }
  | { step: 'overview' }
  | { step: 'scan'; setup: TotpSetup }
  | { step: 'codes'; codes: string[] }

export type SecondFactorProps = SecondFactorStep & {
  next: string
  username: string
  factor: SecondFactor
  problem?: string | undefined
  /** True if the account was made a moment ago */
  hasJoined?: boolean
}

/** The second step of the sign-in, without JavaScript or before anything else. The admin's settings have all of it. */
export const secondFactor: Page<SecondFactorProps> = {
  head: () => ({ title: 'Two-step sign-in', description: 'Protect your account with a second step.' }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, ...props }) => {
    const { factor, problem, next, hasJoined } = props
    const isMissing = !factor.app && factor.passkeys.length === 0
    return (
      <AccountPage
        site={site}
        title="Two-step sign-in"
        {...(isMissing && {
          lead: factor.isRequired
            ? 'This site asks everyone for a second step at sign-in. Set yours up once, then continue.'
            : 'A second step protects your account even if someone learns your password.',
        })}
        notice={hasJoined ? 'Your account is ready. You’re signed in.' : undefined}
        problem={problem}
      >
        <Step {...props} siteName={site.name} />
        {props.step !== 'codes' && !(isMissing && factor.isRequired) && (
          <p>
            <a className="text-link" href={next}>
              {isMissing ? 'Not now' : waysBack.admin}
            </a>
          </p>
        )}
        {isMissing && factor.isRequired && <SignOut />}
      </AccountPage>
    )
  },
}

function Step(props: SecondFactorProps & { siteName: string }) {
  switch (props.step) {
    case 'confirm':
      return <Confirm {...props} />
    case 'overview':
      return <Overview {...props} />
    case 'scan':
      return (
        <>
          <TotpSteps setup={props.setup} />
          <ActionForm action="enter" next={props.next}>
            <CodeField label="Code from the app" />
            <Submit>Connect the app</Submit>
          </ActionForm>
        </>
      )
    case 'codes':
      return (
        <>
          <h2>Save your recovery codes</h2>
          <Island
            of={RecoveryCodeList}
            name="RecoveryCodeList"
            props={{ codes: props.codes, siteName: props.siteName }}
            when="idle"
            className="form"
          />
          <a className="btn" href={props.next}>
            I saved them. Continue
          </a>
        </>
      )
  }
}

function Confirm({ next, username }: SecondFactorProps) {
  return (
    <ActionForm action="confirm" next={next}>
      <p>Enter your password to see and change this.</p>
      <KnownUsername username={username} />
      <PasswordField name="password" />
      <Submit>Continue</Submit>
    </ActionForm>
  )
}

function Overview({ factor, next, siteName }: SecondFactorProps & { siteName: string }) {
  const { app, passkeys, recoveryCodes, passkeyObstacle } = factor
  return (
    <>
      {passkeyObstacle === null && passkeys.length === 0 && (
        <Island
          of={PasskeySetup}
          name="PasskeySetup"
          props={{ next, siteName }}
          when="idle"
          className="form passkey-setup"
        />
      )}
      <section className="form" aria-labelledby="app">
        <h2 id="app">Authenticator app</h2>
        {app ? (
          <p>{app.isReadable ? `Connected ${formatRecent(app.createdAt)}.` : appIsUnreadable}</p>
        ) : (
          <p>An app on your phone or in your password manager shows a new code every 30 seconds.</p>
        )}
        <ActionForm action="start" next={next}>
          <Submit isQuiet>{app ? 'Connect another app instead' : 'Set up an app'}</Submit>
        </ActionForm>
        {app && (
          <ActionForm action="remove" next={next}>
            <Submit isQuiet>Remove the app</Submit>
          </ActionForm>
        )}
      </section>
      {recoveryCodes.total > 0 && (
        <section className="form" aria-labelledby="codes">
          <h2 id="codes">Recovery codes</h2>
          <p>
            {recoveryCodes.left} of {recoveryCodes.total} are left.
          </p>
          <ActionForm action="renew" next={next}>
            <Submit isQuiet>Make new codes</Submit>
          </ActionForm>
        </section>
      )}
      {passkeys.length > 0 && (
        <p>
          You have {passkeys.length === 1 ? 'a passkey' : `${passkeys.length} passkeys`}.{' '}
          <a className="inline-link" href={paths.adminSettingsTab('security')}>
            Manage passkeys
          </a>
        </p>
      )}
    </>
  )
}

type ActionFormProps = { action: string; next: string; children: ReactNode }

function ActionForm({ action, next, children }: ActionFormProps) {
  return (
    <form className="form" method="post" action={paths.adminSecondFactor}>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="next" value={next} />
      {children}
    </form>
  )
}

function Submit({ isQuiet = false, children }: { isQuiet?: boolean; children: ReactNode }) {
  return (
    <button type="submit" className={isQuiet ? 'btn btn-quiet' : 'btn'}>
      {children}
    </button>
  )
}

function SignOut() {
  return (
    <form method="post" action={paths.logout}>
      <button type="submit" className="text-link">
        Sign out
      </button>
    </form>
  )
}
