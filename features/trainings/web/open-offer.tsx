import { formatFullDay } from '../../../core/contract/format-date.ts'
import { ErrorText } from '../../../core/web/ui/field.tsx'
import { trainingPaths } from '../contract/training-paths.ts'
import { offerPage as words } from '../words/offer.ts'
import { Answer, FactList, type Facts, fieldIdOf, Quote, type WithForm } from './offer-parts.tsx'

export type Open = {
  state: 'open'
  facts: Facts
  days: { day: string; isFree: boolean }[]
  message: string
  /** Rises with each correction, so that no one accepts what they have not seen */
  sequence: number
  /** The last day on which the client can answer */
  answerBy: string
}
/** An offer that its client can answer. They accept the terms, so these are above the button. */
export function OpenOffer({ token, problem, facts, days, message, sequence, answerBy }: Open & WithForm) {
  const free = days.filter(({ isFree }) => isFree)
  const error = problem?.action === 'accept' ? problem.error : undefined
  const errorId = `${fieldIdOf('accept')}-error`
  return (
    <>
      <p className="lead">
        {free.length === 0 ? (
          words.open.noneFree
        ) : (
          <>
            <HeldFor organization={facts.organization} /> {words.open.answerBy(formatFullDay(answerBy))}
          </>
        )}
      </p>
      {message && <Quote>{message}</Quote>}
      <form className="form" method="post" action={trainingPaths.offer(token)}>
        <input type="hidden" name="sequence" value={sequence} />
        <fieldset className="offer-days" aria-describedby={error && errorId}>
          <legend>
            {free.length === 0 ? words.open.noDays : days.length === 1 ? words.open.oneDay : words.open.days}
          </legend>
          {days.map(({ day, isFree }) => (
            <label key={day} className="offer-day">
              <input
                id={day === free[0]?.day ? fieldIdOf('accept') : undefined}
                type="radio"
                name="day"
                value={day}
                required
                disabled={!isFree}
                defaultChecked={isFree && (free.length === 1 || problem?.day === day)}
              />
              <span>
                <strong>{formatFullDay(day)}</strong>
                {!isFree && ` (${words.open.notFree})`}
              </span>
            </label>
          ))}
          <ErrorText id={errorId}>{error}</ErrorText>
        </fieldset>
        <FactList facts={facts} />
        {free.length > 0 && (
          <>
            {facts.terms && <p>{words.open.accepting}</p>}
            <button type="submit" name="action" value="accept" className="btn">
              {words.open.accept}
            </button>
          </>
        )}
      </form>
      <Answer action="other-days" token={token} problem={problem} isOpen={free.length === 0} />
      <Answer action="decline" token={token} problem={problem} />
    </>
  )
}

function HeldFor({ organization }: { organization: string }) {
  if (!organization) return words.open.lead
  return (
    <>
      {words.open.leadFor} <bdi>{organization}</bdi>.
    </>
  )
}
