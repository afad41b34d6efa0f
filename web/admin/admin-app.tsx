import { paths } from '../../contracts/paths.ts'
import type { SessionUser } from '../../contracts/session.ts'
import type { Page } from '../page.ts'
import type { AdminProps } from './main.tsx'

/** The page that loads the admin's app. Its text is visible until the app has loaded, and without JavaScript. */
export const adminApp: Page<{ user: SessionUser }> = {
  head: () => ({ title: 'Admin', description: 'Write, manage, and publish posts.' }),
  frame: 'admin',
  styles: 'admin',
  Body: ({ site, user }) => (
    <div
      id="admin"
      data-props={JSON.stringify({
        siteName: site.name,
        logo: site.look?.logo,
        timeZone: site.timeZone,
        user,
      } satisfies AdminProps)}
    >
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
