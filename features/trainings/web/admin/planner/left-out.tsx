import { count } from '../../../../../core/web/admin/plots/figures.ts'
import { InlineLink } from '../../../../../core/web/admin/screen-link.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { peoplePaths } from '../../../../people/contract/people-paths.ts'
import type { LeftOut, LeftOutReason, Planner } from '../../../contract/planner.ts'
import { PersonLink } from '../client-parts.tsx'
import { nameWait } from './planner-words.ts'

const reasons: Record<LeftOutReason, { title: string; text: string }> = {
  'no-place': {
    title: 'Place unknown',
    text: 'They want to meet in person, but their city and state or their ZIP code is missing. Open a person to add it.',
  },
  'no-free-day': {
    title: 'No free day suits them',
    text: 'No trainer is free in their months and on their weekdays. Look further ahead, or free a day in the calendar.',
  },
  'no-day-left': {
    title: 'Not in this plan',
    text: 'The days go to others, or are needed to travel. Plan with more training days or fewer travel days, or free some in the calendar.',
  },
}

/** Everyone whom the plan does not place, and what would help */
export function LeftOutPeople({ leftOut, unanswered }: Pick<Planner, 'leftOut' | 'unanswered'>) {
  if (leftOut.length === 0 && unanswered.people.length === 0) return null
  return (
    <Section id="planner-left-out" title="Not placed yet" level={3} className="planner-part planner-rest">
      {leftOut.map((part) => (
        <Part
          key={part.reason}
          {...part}
          {...reasons[part.reason]}
          total={part.count.toLocaleString('en-US')}
        />
      ))}
      {unanswered.people.length > 0 && (
        <Part
          title="No answers yet"
          text="They haven’t said where, when, and for how many. Open a person to ask with the “Help us plan” link, or to write down what they told you."
          people={unanswered.people}
          total={`${unanswered.people.length}${unanswered.hasMore ? '+' : ''}`}
        />
      )}
    </Section>
  )
}

type PartProps = {
  title: string
  text: string
  total: string
  people: Omit<LeftOut['people'][number], 'place'>[]
}

function Part({ title, text, total, people }: PartProps) {
  return (
    <details className="planner-more">
      <summary>
        {title} <span className="count">({total})</span>
      </summary>
      <p>{text}</p>
      <ul className="planner-members">
        {people.map((person) => (
          <li key={person.entryId}>
            <PersonLink {...person} />
            <span className="planner-fact">, {nameWait(person.waitingDays)}</span>
          </li>
        ))}
      </ul>
      {total !== String(people.length) && (
        <p>
          Only the {count(people.length, 'person', 'people')} who have waited longest are listed.{' '}
          <InlineLink href={peoplePaths.adminPeople}>See all people</InlineLink>
        </p>
      )}
    </details>
  )
}
