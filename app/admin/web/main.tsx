import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { setTimeZone } from '../../../core/contract/format-date.ts'
import { paths } from '../../../core/contract/paths.ts'
import type { SessionUser } from '../../../core/contract/session.ts'
import { createQueryClient } from '../../../core/web/admin/api.ts'
import { setCurrentUser } from '../../../core/web/admin/current-user.ts'
import { setFeaturesOff } from '../../../core/web/admin/features-off.ts'
import { type Names, names } from '../../../core/web/admin/names.ts'
import type { SiteBrand } from '../../../core/web/admin/site-name.ts'
import { ErrorBoundary } from '../../../core/web/ui/error-boundary.tsx'
import { lazyPart } from '../../../core/web/ui/lazy-part.tsx'
import { prepareToasts } from '../../../core/web/ui/toast.ts'
import type { FactorSetupProps } from '../../../features/accounts/web/admin/security/factor-setup.tsx'
import { AdminPictures } from '../../../features/media/web/admin/admin-pictures.tsx'
import { AdminFiles } from '../../../features/media/web/admin/files/admin-files.tsx'
import { Shell } from './shell.tsx'

const FactorSetup = lazyPart(
  () => import('../../../features/accounts/web/admin/security/factor-setup.tsx'),
  'FactorSetup',
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
// The server wrote these props when it rendered app/admin/web/admin-app.tsx.
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
        <AdminFiles>{setup ? <FactorSetup {...site} {...setup} /> : <Shell {...site} />}</AdminFiles>
      </AdminPictures>
    </ErrorBoundary>
  </QueryClientProvider>,
)
prepareToasts()
