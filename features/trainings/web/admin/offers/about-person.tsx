import { useQuery } from '@tanstack/react-query'
import { weekdayNames } from '../../../../../core/contract/calendar-days.ts'
import { formatRecent } from '../../../../../core/contract/format-date.ts'
import { TextLink } from '../../../../../core/web/admin/screen-link.tsx'
import { Fact, TextFact } from '../../../../../core/web/ui/fact.tsx'
import { peoplePaths } from '../../../../people/contract/people-paths.ts'
import { monthNames, type PlanRequest, planFormatLabels } from '../../../../people/contract/plan.ts'
import { personQuery } from '../../../../people/web/admin/people-queries.ts'
import { listTopics, listWords } from '../training-words.ts'

type AboutPersonProps = { entryId: number; wishes: PlanRequest | null }

/** The person's request and answers, next to the form of their offer */
export function AboutPerson({ entryId, wishes }: AboutPersonProps) {
  const { data } = useQuery(personQuery({ form: 'waitlist', id: entryId }))
  return (
    <aside className="training-aside" aria-labelledby="about-person">
      <h3 id="about-person">What they wrote</h3>
      {data && (
        <>
          <dl className="training-facts">
            <TextFact name="Organization" text={data.entry.company} />
            <Fact name="Joined">{formatRecent(data.entry.createdAt)}</Fact>
            {wishes && <WishFacts wishes={wishes} />}
          </dl>
          {data.entry.message && (
            <p className="person-message" dir="auto" data-words="user">
              {data.entry.message}
            </p>
          )}
        </>
      )}
      <p>
        <TextLink href={peoplePaths.adminPerson('waitlist', entryId)}>Open the person</TextLink>
      </p>
    </aside>
  )
}

function WishFacts({ wishes }: { wishes: PlanRequest }) {
  const { months, weekdays, topics, format, groupSize } = wishes
  return (
    <>
      {topics.length > 0 && <Fact name="Topics">{listTopics(topics)}</Fact>}
      {groupSize !== null && <Fact name="People">{groupSize.toLocaleString('en-US')}</Fact>}
      <Fact name="Months">
        {months.length === 0 ? 'Any' : listWords(months.map((month) => monthNames[month - 1] ?? ''))}
      </Fact>
      <Fact name="Weekdays">
        {weekdays.length === 0
          ? 'Monday to Friday (no preference)'
          : listWords(weekdays.map((day) => weekdayNames[day] ?? ''))}
      </Fact>
      {format && <Fact name="Format">{planFormatLabels[format]}</Fact>}
    </>
  )
}
