import { useState } from 'react'
import { paths } from '../../../../core/contract/paths.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { TextLink } from '../../../../core/web/admin/screen-link.tsx'
import { Tabs } from '../../../../core/web/admin/tab-list.tsx'
import { arrangeSections } from '../../contract/site-content/arrange-sections.ts'
import type { Section } from '../../contract/site-content/section.ts'
import { sectionRead } from '../../contract/site-content/section-api.ts'
import { siteSections } from '../../contract/site-content/sections.ts'
import { PlacesContext } from './link-control.tsx'
import { SectionForm } from './section-form.tsx'
import { SectionList } from './section-list.tsx'

/** What another feature adds to this screen */
export type SiteParts = {
  /** Words of the public site that editors can change */
  sections?: Section[]
  /** Labels of pages that a link can lead to, by path */
  places?: Record<string, string>
}

/** The words, lists, and look of the public site. The URL says which section is open. */
export function SiteScreen({ query, features }: { query: URLSearchParams; features: SiteParts[] }) {
  const [sections] = useState(() =>
    arrangeSections<Section>([...siteSections, ...features.flatMap(({ sections = [] }) => sections)]),
  )
  const mayEdit = useMay('editSite')
  const wanted = query.get('section')
  const section = sections.find(({ id }) => id === wanted)
  if (!mayEdit)
    return (
      <div className="admin-page admin-page-narrow">
        <h1>Site</h1>
        <p>Only editors and owners see this page.</p>
      </div>
    )
  if (!section)
    return (
      <Tabs label="Site" open="sections" tabs={tabs}>
        <SectionList sections={sections} />
      </Tabs>
    )
  const editor = <SectionEditor key={section.id} section={section} />
  return (
    <PlacesContext value={features.flatMap(({ places = {} }) => Object.entries(places))}>
      {section.id === 'look' ? (
        <Tabs label="Site" open="look" tabs={tabs}>
          {editor}
        </Tabs>
      ) : (
        editor
      )}
    </PlacesContext>
  )
}

const tabs = [
  { id: 'sections', label: 'Sections', href: paths.adminSite },
  { id: 'look', label: 'Look', href: paths.adminLook },
]

/** The form of one section beside a preview of the page that shows it */
function SectionEditor({ section }: { section: Section }) {
  const query = apiQuery(sectionRead, { params: { section: section.id } })
  // No cache, because an older state would end in a conflict at the first save.
  const { data, query: loading, notLoaded } = useLoaded({ ...query, gcTime: 0 }, 'the section')
  return (
    <div className="admin-page site-editor">
      <div className="site-editor-head">
        {section.id !== 'look' && <TextLink href={paths.adminSite}>All sections</TextLink>}
        <h1>{section.title}</h1>
      </div>
      {notLoaded}
      {data && !loading.isFetching && <SectionForm of={section} initial={data} />}
    </div>
  )
}
