import { useState } from 'react'
import { paths } from '../../../../core/contract/paths.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { Tabs } from '../../../../core/web/admin/tab-list.tsx'
import { arrangeSections } from '../../contract/site-content/arrange-sections.ts'
import type { Section } from '../../contract/site-content/section.ts'
import { siteSections } from '../../contract/site-content/sections.ts'
import { PlacesContext } from './link-control.tsx'
import { SiteEditor } from './site-editor.tsx'

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
  return (
    <PlacesContext value={features.flatMap(({ places = {} }) => Object.entries(places))}>
      <Tabs
        label="Site"
        open={section?.id === 'look' ? 'look' : 'sections'}
        tabs={tabs}
        isHidden={section !== undefined && section.id !== 'look'}
      >
        <SiteEditor sections={sections} section={section} />
      </Tabs>
    </PlacesContext>
  )
}

const tabs = [
  { id: 'sections', label: 'Sections', href: paths.adminSite },
  { id: 'look', label: 'Look', href: paths.adminLook },
]
