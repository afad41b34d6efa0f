import { formatRecent } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { groupSections } from '../../contract/site-content/arrange-sections.ts'
import type { Section } from '../../contract/site-content/section.ts'
import type { SectionSummary } from '../../contract/site-content/section-api.ts'
import { useIsOff } from './switch-note.tsx'

export function SectionList({ sections, states }: { sections: Section[]; states: SectionSummary[] }) {
  const stateOf = new Map(states.map((state) => [state.section, state]))
  return (
    <div className="site-groups">
      {groupSections(sections).map(({ title, sections }) => (
        <section key={title} className="site-group">
          <h2>{title}</h2>
          <ul>
            {sections.map((section) => (
              <SectionRow key={section.id} section={section} state={stateOf.get(section.id)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function SectionRow({ section, state }: { section: Section; state: SectionSummary | undefined }) {
  const { id, title, about } = section
  const isOff = useIsOff(id)
  return (
    <li>
      <ScreenLink className="site-row" href={paths.adminSiteSection(id)}>
        <span className="site-row-name">
          <b>{title}</b>
          <span>{state?.changedAt ? `${formatRecent(state.changedAt)} by ${state.changedBy}` : about}</span>
        </span>
        {isOff && <span className="tag">Off</span>}
        {state?.hasDraft && <span className="badge badge-draft">Draft</span>}
        {state && !state.isOriginal && <span className="badge badge-live">Published</span>}
      </ScreenLink>
    </li>
  )
}
