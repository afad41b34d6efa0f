import { type SectionId, sectionIds } from '../../../contracts/site-content/sections.ts'
import { useMay } from '../current-user.ts'
import { SectionEditor } from './section-editor.tsx'
import { SectionList } from './section-list.tsx'
import { SiteTabs } from './site-tabs.tsx'

/** The words, lists, and look of the public site. The URL says which section is open. */
export function SiteScreen({ query }: { query: URLSearchParams }) {
  const mayEdit = useMay('editSite')
  const wanted = query.get('section')
  const section = sectionIds.find((id): id is SectionId => id === wanted)
  if (!mayEdit)
    return (
      <SiteTabs open="sections">
        <div className="admin-page admin-page-narrow">
          <h1>Site</h1>
          <p>Only editors and owners see this page.</p>
        </div>
      </SiteTabs>
    )
  if (!section)
    return (
      <SiteTabs open="sections">
        <SectionList />
      </SiteTabs>
    )
  return <SectionEditor key={section} section={section} />
}
