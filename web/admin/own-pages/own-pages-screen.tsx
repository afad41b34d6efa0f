import { paths } from '../../../contracts/paths.ts'
import { replaceUrl } from '../history.ts'
import { SiteTabs } from '../site/site-tabs.tsx'
import { OwnPageList } from './own-page-list.tsx'

/** The list of the office's own pages in the Site area */
export function OwnPagesScreen({ query }: { query: URLSearchParams }) {
  const inTrash = query.get('status') === 'trash'
  return (
    <SiteTabs open="pages">
      <div className="admin-page">
        <OwnPageList
          headline={<h1>Pages</h1>}
          inTrash={inTrash}
          onShowTrash={(shown) => replaceUrl(`${paths.adminOwnPages}${shown ? '?status=trash' : ''}`)}
        />
      </div>
    </SiteTabs>
  )
}
