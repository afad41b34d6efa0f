import { paths } from '../../../../contracts/paths.ts'
import { planTopicLabels } from '../../../../contracts/plan.ts'
import type { PlannedGroup, PlannedMember } from '../../../../contracts/planner.ts'
import { Button } from '../../../ui/button.tsx'
import { ScreenLink } from '../../screen-link.tsx'
import { countGroups, countPeople, describeWait, nameDay, nameDays, nameWait } from './planner-words.ts'

/** Members that are listed at once. The others are in a part that opens. */
const maxShown = 6

type PlannerGroupProps = {
  group: PlannedGroup
  /** True if there are several trainers, so that the card names its own */
  namesTrainer: boolean
  busy: boolean
  onDraft: () => void
}

/** People who could share a trip, the days that suit all of them, and a button that drafts their offers */
export function PlannerGroup({ group, namesTrainer, busy, onDraft }: PlannerGroupProps) {
  const { place, members, headCount, days, topics, trainerName, longestWaitDays, averageWaitDays } = group
  const offers = members.filter((member) => member.days.length > 0).length
  return (
    <li className="card planner-group">
      <div className="planner-group-head">
        <h4 dir="auto">{place}</h4>
        <p>
          <b>{countPeople(headCount)}</b> in {countGroups(members.length)}
        </p>
      </div>
      <p className="planner-wait">{describeWait(longestWaitDays, averageWaitDays, members.length)}</p>
      <dl className="planner-facts">
        <div>
          <dt>{members.length > 1 ? 'Days that suit everyone' : 'Days that suit'}</dt>
          <dd>
            <ul className="planner-days">
              {days.toSorted().map((day) => (
                <li key={day} className="tag">
                  {nameDay(day)}
                </li>
              ))}
            </ul>
          </dd>
        </div>
        {namesTrainer && (
          <div>
            <dt>Trainer</dt>
            <dd dir="auto">{trainerName}</dd>
          </div>
        )}
        <div>
          <dt>{members.length > 1 ? 'Topics in common' : 'Topics'}</dt>
          <dd>{topics.map((topic) => planTopicLabels[topic]).join(', ') || 'None'}</dd>
        </div>
      </dl>
      <Members members={members.slice(0, maxShown)} />
      {members.length > maxShown && (
        <details className="planner-more">
          <summary>Show {members.length - maxShown} more</summary>
          <Members members={members.slice(maxShown)} />
        </details>
      )}
      <Button className="btn btn-small" busy={busy} onClick={onDraft}>
        {offers === 1 ? 'Draft 1 offer' : `Draft ${offers} offers`}
        <span className="sr-only"> for {place}</span>
      </Button>
    </li>
  )
}

function Members({ members }: { members: PlannedMember[] }) {
  return (
    <ul className="planner-members">
      {members.map((member) => (
        <li key={member.entryId}>
          <p>
            <PersonLink {...member} />
          </p>
          <p className="planner-member-facts">
            {member.groupSize === null
              ? 'Group size unknown'
              : `Group of ${member.groupSize.toLocaleString('en-US')}`}
            , {nameWait(member.waitingDays)}
          </p>
          <p className="planner-member-facts">
            {member.days.length > 0
              ? `Offer: ${nameDays(member.days)}`
              : 'No day left for their own offer this month'}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The name of a person and their organization, linked to People */
export function PersonLink({ entryId, name, company }: { entryId: number; name: string; company: string }) {
  return (
    <>
      <ScreenLink className="inline-link" href={paths.adminPerson('waitlist', entryId)} dir="auto">
        {name}
      </ScreenLink>
      {company && (
        <>
          , <bdi>{company}</bdi>
        </>
      )}
    </>
  )
}
