import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../contracts/paths.ts'
import { sectionRead } from '../../../contracts/site-content/section-api.ts'
import { sectionPlaces } from '../../../contracts/site-content/section-places.ts'
import { type SectionId, sectionIds } from '../../../contracts/site-content/sections.ts'
import { apiQuery } from '../api.ts'
import { useMay } from '../current-user.ts'
import { LoadProblem } from '../load-problem.tsx'
import { TextLink } from '../screen-link.tsx'
import { SectionForm } from './section-form.tsx'
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

/** The form of one section beside a preview of the page that shows it */
function SectionEditor({ section }: { section: SectionId }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery(sectionRead, { params: { section } }),
    // An older state would end in a conflict at the first save.
    gcTime: 0,
  })
  return (
    <div className="admin-page site-editor">
      <div className="site-editor-head">
        <TextLink href={paths.adminSite}>All sections</TextLink>
        <h1>{sectionPlaces[section].title}</h1>
      </div>
      {error && <LoadProblem what="The section couldn’t be loaded." error={error} onRetry={refetch} />}
      {!data && !error && <p>Loading the section...</p>}
      {data && !isFetching && <SectionForm section={section} initial={data} />}
    </div>
  )
}
