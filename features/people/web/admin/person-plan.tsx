import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { weekdayNames } from '../../../../core/contract/calendar-days.ts'
import { formatDate, formatRecent } from '../../../../core/contract/format-date.ts'
import { LinkToCopy } from '../../../../core/web/admin/link-to-copy.tsx'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { TextFact } from '../../../../core/web/ui/fact.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import type { EntryKey } from '../../contract/people.ts'
import {
  monthNames,
  type PlanAnswers,
  planFormatLabels,
  planLinkCreate,
  planTopicLabels,
} from '../../contract/plan.ts'
import { planQuery } from './people-queries.ts'
import { hasPlanDraft, PlanForm } from './plan-form.tsx'

/** The answers to "Help us plan" of a person on the waitlist, with a form to change them and a link to send */
export function PersonPlan({ entryKey: { id }, name }: { entryKey: EntryKey; name: string }) {
  // Always reloaded, because the person may have answered in the meantime.
  const { data, notLoaded } = useLoaded({ ...planQuery(id), staleTime: 0 }, 'answers')
  const [editing, setEditing] = useState(hasPlanDraft(id))
  const edit = useRef<HTMLButtonElement>(null)

  function close() {
    // Render now, so that the button to focus exists.
    flushSync(() => setEditing(false))
    edit.current?.focus()
  }

  return (
    <Section id="person-plan" title="Training plan" level={3} className="person-plan">
      {notLoaded}
      {data?.answers && <Answers {...data.answers} />}
      {data?.answers === null && (
        <p className="form-note">No answers yet. Send a link, or enter what you know.</p>
      )}
      {data && !editing && (
        <div className="person-plan-actions">
          <SmallButton ref={edit} onClick={() => setEditing(true)}>
            {data.answers ? 'Edit answers' : 'Enter answers'}
          </SmallButton>
          <PlanLink entryId={id} name={name} />
        </div>
      )}
      {data && editing && <PlanForm entryId={id} answers={data.answers} onClose={close} />}
    </Section>
  )
}

function Answers(answers: PlanAnswers) {
  const { city, state, zip, groupSize, topics, months, weekdays, format, enteredBy, updatedAt } = answers
  const place = [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ')
  const facts: [string, string][] = [
    ['Place', place],
    ['People', groupSize === null ? '' : groupSize.toLocaleString('en-US')],
    ['Topics', topics.map((topic) => planTopicLabels[topic]).join(', ')],
    ['Months', months.map((month) => monthNames[month - 1]).join(', ')],
    ['Weekdays', weekdays.map((day) => weekdayNames[day]).join(', ')],
    ['Format', format ? planFormatLabels[format] : ''],
  ]
  return (
    <>
      <dl className="person-facts">
        {facts.map(([label, text]) => (
          <TextFact key={label} name={label} text={text} />
        ))}
      </dl>
      <p className="form-note">
        {enteredBy ? `Entered by ${enteredBy}` : 'Answered by the person'}, {formatRecent(updatedAt)}
      </p>
    </>
  )
}

function PlanLink({ entryId, name }: { entryId: number; name: string }) {
  const making = useApiMutation(planLinkCreate, { failure: 'Couldn’t make a link' })
  if (making.output)
    return (
      <div className="person-plan-link">
        <LinkToCopy name={name} link={making.output.url} button="Copy link" />
        <p className="form-note">
          They answer the questions there themselves. It works until {formatDate(making.output.expiresAt)}.
        </p>
      </div>
    )
  return (
    <SmallButton busy={making.busy} onClick={() => making.run({ params: { entryId } })}>
      {making.busy ? 'Making a link...' : 'Make a link to send'}
    </SmallButton>
  )
}
