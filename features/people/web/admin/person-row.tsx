import { formatRecent } from '../../../../core/contract/format-date.ts'
import { countPeople } from '../../../../core/web/admin/plots/figures.ts'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { useSiteToday } from '../../../../core/web/admin/use-site-today.ts'
import { type Entry, formLabels, statusLabels } from '../../contract/people.ts'
import { describeDue } from './due-words.ts'

export function PersonRow({ entry, href, isOpen }: { entry: Entry; href: string; isOpen: boolean }) {
  const today = useSiteToday()
  const words = entry.message || [entry.industry, entry.timeline].filter(Boolean).join(', ')
  return (
    <article className="person-row" aria-label={entry.name} data-open={isOpen || undefined}>
      <h2 dir="auto">
        <ScreenLink href={href} data-entry="" aria-current={isOpen ? 'true' : undefined}>
          {entry.name}
        </ScreenLink>
      </h2>
      <span className={`badge status-${entry.status}`}>{statusLabels[entry.status]}</span>
      <p className="person-row-company">
        {entry.company && (
          <>
            <bdi>{entry.company}</bdi>
            {' · '}
          </>
        )}
        <bdi>{entry.email}</bdi>
      </p>
      {words !== '' && (
        <p className="post-row-excerpt" dir="auto">
          {words}
        </p>
      )}
      {entry.nextStep && (
        <p className="person-row-step" dir="auto">
          Next: {entry.nextStep.text}
          {' · '}
          <span className={entry.nextStep.dueOn <= today ? 'due-now' : 'form-note'}>
            {describeDue(entry.nextStep.dueOn, today)}
            {entry.nextStep.owner && `, ${entry.nextStep.owner.name}`}
          </span>
        </p>
      )}
      <p className="post-row-facts">
        <span className="tag">{formLabels[entry.form]}</span>
        <span>{formatRecent(entry.createdAt)}</span>
        {entry.planSummary?.place && <bdi>{entry.planSummary.place}</bdi>}
        {entry.planSummary?.groupSize != null && <span>{countPeople(entry.planSummary.groupSize)}</span>}
        {entry.entriesOfPerson > 1 && <span>Messages: {entry.entriesOfPerson}</span>}
        {entry.tags.map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
      </p>
    </article>
  )
}
