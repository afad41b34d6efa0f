import { paths } from '../../../core/contract/paths.ts'
import type { SessionUser } from '../../../core/contract/session.ts'
import type { Site } from '../../../core/contract/site.ts'
import type { Names } from '../../../core/web/admin/names.ts'
import type { Page } from '../../../core/web/page.ts'
import { TextButton } from '../../../core/web/ui/button.tsx'
import type { FactorSetupProps } from '../../../features/accounts/web/admin/security/factor-setup.tsx'
import type { AdminProps } from './main.tsx'

/** The page that loads the admin's app. Its text is visible until the app has loaded, and without JavaScript. */
export const adminApp: Page<{ user: SessionUser; names: Names }> = {
  head: () => ({ title: 'Admin', description: 'Write, manage, and publish posts.' }),
  frame: 'admin',
  styles: 'admin',
  Body: ({ site, user, names }) => (
    <div id="admin" data-props={toProps(site, { user, names })}>
      <main id="main" tabIndex={-1} className="admin-waiting">
        <h1>Admin</h1>
        <p>
          Opening the editor... If nothing happens, JavaScript is turned off or didn’t load. The{' '}
          <a href={paths.adminSimple}>simple admin</a> works without it.
        </p>
      </main>
    </div>
  ),
}

/** The page that loads only the setup of two-step sign-in */
export const secondFactor: Page<{ user: SessionUser; setup: FactorSetupProps }> = {
  head: () => ({ title: 'Two-step sign-in', description: 'Protect your account with a second step.' }),
  frame: 'admin',
  styles: 'admin',
  Body: ({ site, user, setup }) => (
    <div id="admin" data-props={toProps(site, { user, setup })}>
      <main id="main" tabIndex={-1} className="admin-waiting">
        <h1>Two-step sign-in</h1>
        <p>
          Opening the setup... If nothing happens, JavaScript is turned off or didn’t load. The setup needs
          it: turn it on and reload the page, or sign in with another browser.
        </p>
        {setup.isRequired ? (
          <form method="post" action={paths.logout}>
            <TextButton type="submit">Sign out</TextButton>
          </form>
        ) : (
          <p>
            The <a href={paths.adminSimple}>simple admin</a> works without it.
          </p>
        )}
      </main>
    </div>
  ),
}

function toProps(
  { name, look, timeZone, off }: Site,
  props: Pick<AdminProps, 'user' | 'names' | 'setup'>,
): string {
  return JSON.stringify({ siteName: name, logo: look?.logo, timeZone, off, ...props } satisfies AdminProps)
}
