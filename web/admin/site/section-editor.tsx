import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../contracts/paths.ts'
import { sectionRead } from '../../../contracts/site-content/section-api.ts'
import { sectionPlaces } from '../../../contracts/site-content/section-places.ts'
import type { SectionId } from '../../../contracts/site-content/sections.ts'
import { apiQuery } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { ScreenLink } from '../screen-link.tsx'
import { SectionForm } from './section-form.tsx'

/** The form of one section beside a preview of the page that shows it */
export function SectionEditor({ section }: { section: SectionId }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery(sectionRead, { params: { section } }),
    // An older state would end in a conflict at the first save.
    gcTime: 0,
  })
  return (
    <div className="admin-page site-editor">
      <div className="site-editor-head">
        <ScreenLink className="text-link" href={paths.adminSite}>
          All sections
        </ScreenLink>
        <h1>{sectionPlaces[section].title}</h1>
      </div>
      {error && <LoadProblem what="The section couldn’t be loaded." error={error} onRetry={refetch} />}
      {!data && !error && <p>Loading the section...</p>}
      {data && !isFetching && <SectionForm section={section} initial={data} />}
    </div>
  )
}
