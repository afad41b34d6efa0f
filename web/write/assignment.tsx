import { invitationPage } from '../../content/guests.ts'
import { formatDate } from '../../contracts/format-date.ts'

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
        <div>
          <dt>{invitationPage.topic}</dt>
          <dd className="brief-topic" dir="auto">
            {topic}
          </dd>
        </div>
        {Object.entries(dates).map(
          ([label, date]) =>
            date && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatDate(date, { timeZone })}</dd>
              </div>
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
