import { invitationPage } from '../../content/guests.ts'
import { formatDate } from '../../contracts/format-date.ts'
import { Fact } from '../ui/fact.tsx'

type AssignmentProps = {
  topic: string
  /** ISO 8601 by label; undefined ones are left out. */
  dates?: Record<string, string | undefined>
  message: string
  /** The site's zone on a page of the server; a browser uses its own. */
  timeZone?: string | undefined
}

/** The editor's request to a guest. */
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
