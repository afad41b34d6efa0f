import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { paths } from '../../contracts/paths.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { prepareToasts } from '../ui/toast.ts'
import { createQueryClient } from './api.ts'
import { AdminPictures } from './media/admin-pictures.tsx'
import { type AdminProps, Shell } from './shell.tsx'

const host = document.getElementById('admin')
if (!host) throw new Error('the page has no place for the app')
// The server wrote these props when it rendered web/admin/admin-app.tsx.
const props = JSON.parse(host.dataset.props ?? '') as AdminProps
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
        <Shell {...props} />
      </AdminPictures>
    </ErrorBoundary>
  </QueryClientProvider>,
)
prepareToasts()
