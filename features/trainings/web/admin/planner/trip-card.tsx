import { count, countPeople } from '../../../../../core/web/admin/plots/figures.ts'
import { Button } from '../../../../../core/web/ui/button.tsx'
import { planTopicLabels } from '../../../../people/contract/plan.ts'
import type { PlannedMember, Trip } from '../../../contract/planner.ts'
import { PersonLink } from '../client-parts.tsx'
import { nameDay, nameWait } from './planner-words.ts'

/** Members that are listed at once. The others are in a part that opens. */
const maxShown = 5

type TripCardProps = {
  trip: Trip
  /** True if there are several trainers, so that the card names its own */
  namesTrainer: boolean
  busy: boolean
  onDraft: () => void
}

/** The days of a trip with the person of each, or the days for a single person, and a button that drafts the offers */
export function TripCard({ trip, namesTrainer, busy, onDraft }: TripCardProps) {
  const { place, members, headCount, trainerName } = trip
  const [first, last] = [members[0], members.at(-1)]
  if (!first || !last) return null
  const isAlone = members.length === 1
  return (
    <li className="card trip">
      <div className="trip-head">
        <h4 dir="auto">{isAlone ? <PersonLink {...first} /> : place}</h4>
        <p dir="auto">{isAlone ? place : `${nameDay(first.day)} to ${nameDay(last.day)}`}</p>
      </div>
      <p className="planner-fact">
        {!isAlone && `${countPeople(headCount)} in ${count(members.length, 'group')}`}
        {!isAlone && namesTrainer && ', '}
        {namesTrainer && (
          <>
            trainer: <bdi>{trainerName}</bdi>
          </>
        )}
      </p>
      <Members members={members.slice(0, maxShown)} isAlone={isAlone} />
      {members.length > maxShown && (
        <details className="planner-more">
          <summary>Show {members.length - maxShown} more</summary>
          <Members members={members.slice(maxShown)} isAlone={false} />
        </details>
      )}
      <Button className="btn btn-small" busy={busy} onClick={onDraft}>
        Draft {count(members.length, 'offer')}
        <span className="sr-only"> for {isAlone ? first.name : place}</span>
      </Button>
    </li>
  )
}

const alternatives = new Intl.ListFormat('en-US', { type: 'disjunction' })

function Members({ members, isAlone }: { members: PlannedMember[]; isAlone: boolean }) {
  return (
    <ol className="trip-members">
      {members.map((member) => (
        <li key={member.entryId}>
          <p className="trip-day">
            {nameDay(member.day)}
            {member.days.length > 1 && (
              <span className="planner-fact">
                {' '}
                or {alternatives.format(member.days.filter((day) => day !== member.day).map(nameDay))}
              </span>
            )}
          </p>
          {!isAlone && (
            <p>
              <PersonLink {...member} />
            </p>
          )}
          <p className="planner-fact">
            {member.groupSize === null
              ? 'Group size unknown'
              : `Group of ${member.groupSize.toLocaleString('en-US')}`}
            {member.place && !isAlone && <bdi>, {member.place}</bdi>}, {nameWait(member.waitingDays)}
          </p>
          <p className="planner-fact">
            {member.topics.map((topic) => planTopicLabels[topic]).join(', ') || 'Any topic'}
          </p>
        </li>
      ))}
    </ol>
  )
}
