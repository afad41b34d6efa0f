import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { setTimeZone } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import type { SessionUser } from '../../contracts/session.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { prepareToasts } from '../ui/toast.ts'
import { createQueryClient } from './api.ts'
import { setCurrentUser } from './current-user.ts'
import { setFeaturesOff } from './features-off.ts'
import { AdminFiles } from './files/admin-files.tsx'
import { AdminPictures } from './media/admin-pictures.tsx'
import { type Names, names } from './names.ts'
import type { FactorSetupProps } from './settings/security/factor-setup.tsx'
import { Shell } from './shell.tsx'
import type { SiteBrand } from './site-name.ts'

const FactorSetup = lazy(() =>
  import('./settings/security/factor-setup.tsx').then((m) => ({ default: m.FactorSetup })),
)

export type AdminProps = SiteBrand & {
  user: SessionUser
  timeZone: string
  /** Names of the features that are switched off */
  off: string[]
  names?: Names
  /** Two-step sign-in is set up first, and nothing else is shown. */
  setup?: FactorSetupProps
}

const host = document.getElementById('admin')
if (!host) throw new Error('the page has no place for the app')
// The server wrote these props when it rendered web/admin/admin-app.tsx.
const {
  user,
  timeZone,
  off,
  names: given,
  setup,
  ...site
} = JSON.parse(host.dataset.props ?? '') as AdminProps
setCurrentUser(user)
setTimeZone(timeZone)
setFeaturesOff(off)
Object.assign(names, given)
createRoot(host).render(
  <QueryClientProvider client={createQueryClient()}>
    <ErrorBoundary
      isRoot
      ways={
        <a className="btn btn-quiet" href={paths.admin}>
          Go to Posts
        </a>
      }
    >
      <AdminPictures>
        <AdminFiles>
          {setup ? (
            <Suspense>
              <FactorSetup {...site} {...setup} />
            </Suspense>
          ) : (
            <Shell {...site} />
          )}
        </AdminFiles>
      </AdminPictures>
    </ErrorBoundary>
  </QueryClientProvider>,
)
prepareToasts()
