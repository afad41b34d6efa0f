import { paths } from '../../../../../core/contract/paths.ts'
import type { SiteBrand } from '../../../../../core/web/admin/site-name.ts'
import { Brand } from '../../../../../core/web/site/logo.tsx'
import { TextButton } from '../../../../../core/web/ui/button.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { SignInDialog } from '../sign-in-dialog.tsx'
import { FactorSections } from './security-tab.tsx'

export type FactorSetupProps = {
  /** Path to go on to */
  next: string
  isRequired: boolean
  /** True if the account was made a moment ago */
  hasJoined: boolean
}

/** The setup of two-step sign-in before anything else: where the site requires it, and for those who just joined */
export function FactorSetup({ siteName, logo, next, isRequired, hasJoined }: SiteBrand & FactorSetupProps) {
  return (
    <div className="admin room">
      <header className="room-top">
        <p className="logo room-brand">
          <Brand logo={logo} name={siteName} />
        </p>
      </header>
      <main id="main" tabIndex={-1} className="admin-page admin-page-narrow">
        <h1>Two-step sign-in</h1>
        {hasJoined && <Notice tone="success">Your account is ready. You’re signed in.</Notice>}
        {isRequired && (
          <p>This site asks everyone for a second step at sign-in. Set yours up once, then continue.</p>
        )}
        <FactorSections
          siteName={siteName}
          after={({ app, passkeys }) =>
            app || passkeys.length > 0 ? (
              <p>
                <a className="btn" href={next}>
                  Continue
                </a>
              </p>
            ) : isRequired ? (
              <form method="post" action={paths.logout}>
                <TextButton type="submit">Sign out</TextButton>
              </form>
            ) : (
              <p>
                <a className="text-link" href={next}>
                  Not now
                </a>
              </p>
            )
          }
        />
      </main>
      <ConfirmDialog />
      <SignInDialog />
    </div>
  )
}
