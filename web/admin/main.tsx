import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { paths } from '../../contracts/paths.ts'
import type { SessionUser } from '../../contracts/session.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { prepareToasts } from '../ui/toast.ts'
import { createQueryClient } from './api.ts'
import { setCurrentUser } from './current-user.ts'
import { AdminFiles } from './files/admin-files.tsx'
import { AdminPictures } from './media/admin-pictures.tsx'
import { Shell, type ShellProps } from './shell.tsx'

export type AdminProps = ShellProps & { user: SessionUser }

const host = document.getElementById('admin')
if (!host) throw new Error('the page has no place for the app')
// The server wrote these props when it rendered web/admin/admin-app.tsx.
const { user, ...site } = JSON.parse(host.dataset.props ?? '') as AdminProps
setCurrentUser(user)
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
          <Shell {...site} />
        </AdminFiles>
      </AdminPictures>
    </ErrorBoundary>
  </QueryClientProvider>,
)
prepareToasts()
