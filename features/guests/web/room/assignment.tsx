import { formatDate } from '../../../../core/contract/format-date.ts'
import { Fact } from '../../../../core/web/ui/fact.tsx'
import { invitationPage } from '../../words/guests.ts'

type AssignmentProps = {
  topic: string
  /** Labels with their dates (ISO 8601). Undefined dates are left out. */
  dates?: Record<string, string | undefined>
  message: string
  /** Pass the site's time zone if the server renders this. By default the browser's time zone is used. */
  timeZone?: string | undefined
}

/** The editor's request to a guest author: topic, dates, and message */
export function Assignment({ topic, dates = {}, message, timeZone }: AssignmentProps) {
  return (
    <>
      <dl className="brief">
        <Fact name={invitationPage.topic} className="brief-topic" dir="auto">
          {topic}
        </Fact>
        {Object.entries(dates).map(
          ([label, date]) =>
            date && (
              <Fact key={label} name={label}>
                {formatDate(date, { timeZone })}
              </Fact>
            ),
        )}
      </dl>
      {message && (
        <blockquote className="brief-message" dir="auto">
          {message}
        </blockquote>
      )}
    </>
  )
}
