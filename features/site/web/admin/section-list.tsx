import { useQuery } from '@tanstack/react-query'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { LoadProblem } from '../../../../core/web/admin/load-problem.tsx'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { groupSections } from '../../contract/site-content/arrange-sections.ts'
import type { Section } from '../../contract/site-content/section.ts'
import { type SectionSummary, sectionList } from '../../contract/site-content/section-api.ts'

export function SectionList({ sections }: { sections: Section[] }) {
  // Loaded again at each visit, because someone else may have changed a section.
  const { data, error, refetch } = useQuery({ ...apiQuery(sectionList), refetchOnMount: 'always' })
  const states = new Map(data?.map((state) => [state.section, state]))
  return (
    <div className="admin-page">
      <h1>Site</h1>
      <p className="site-lead">
        Everything visitors read, section by section. Nothing changes for visitors until you publish.
      </p>
      {error && <LoadProblem what="The sections couldn’t be loaded." error={error} onRetry={refetch} />}
      {groupSections(sections).map(({ title, sections }) => (
        <section key={title} className="site-group">
          <h2>{title}</h2>
          <ul>
            {sections.map((section) => (
              <SectionRow key={section.id} section={section} state={states.get(section.id)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function SectionRow({ section, state }: { section: Section; state: SectionSummary | undefined }) {
  const { id, title, about } = section
  return (
    <li>
      <ScreenLink className="site-row" href={paths.adminSiteSection(id)}>
        <span className="site-row-name">
          <b>{title}</b>
          <span>{about}</span>
        </span>
        {state && (
          <span className="site-row-state">
            {state.hasDraft && <span className="badge badge-draft">Draft</span>}
            {!state.isOriginal && <span className="badge badge-live">Published</span>}
            {state.isOriginal && !state.hasDraft && <span>Original</span>}
            {state.changedAt && (
              <span>
                {formatRecent(state.changedAt)} by {state.changedBy}
              </span>
            )}
          </span>
        )}
      </ScreenLink>
    </li>
  )
}
