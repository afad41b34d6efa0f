import type { ReactNode } from 'react'
import { paths } from '../../../../core/contract/paths.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { Tabs } from '../../../../core/web/admin/tab-list.tsx'
import { postPaths } from '../../../posts/contract/post-paths.ts'

const tabs = [
  { id: 'sections', label: 'Sections', href: paths.adminSite },
  { id: 'pages', label: 'Pages', href: postPaths.adminOwnPages },
  // Leads to the form of the look, which has a way back instead of tabs.
  { id: 'look', label: 'Look', href: paths.adminLook },
] as const

/** The parts of the Site area. Helpers see only the pages, whose drafts they may write. */
export function SiteTabs({ open, children }: { open: (typeof tabs)[number]['id']; children: ReactNode }) {
  const mayEdit = useMay('editSite')
  return (
    <Tabs label="Site" open={open} tabs={tabs.filter(({ id }) => mayEdit || id === 'pages' || id === open)}>
      {children}
    </Tabs>
  )
}
