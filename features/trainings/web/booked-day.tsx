import { formatFullDay } from '../../../core/contract/format-date.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import type { TrainingMaterial } from '../contract/trainings.ts'
import { offerPage as words } from '../words/offer.ts'
import { Answer, FactList, type Facts, Materials, PayOnline, type WithForm } from './offer-parts.tsx'

export type Booked = {
  state: 'booked'
  facts: Facts
  day: string
  isOtherDayWished: boolean
  /** The day that is held for them until their wish is answered */
  wishedDay: string | null
  /** Days that they can choose from instead */
  proposed: string[]
  /** What they have paid, in words */
  paid: string
  materials: TrainingMaterial[]
  canChange: boolean
  /** Whether the terms still allow them to cancel alone */
  mayCancel: boolean
}
/** The page once a day is booked */
export function BookedDay({ token, facts, day, problem, ...booked }: Booked & WithForm) {
  const { isOtherDayWished, wishedDay, proposed, paid, canChange, mayCancel } = booked
  return (
    <>
      <p className="lead">{words.booked.lead}</p>
      {isOtherDayWished && (
        <p className="notice">
          {words.booked.wished} {wishedDay && words.booked.wishedDay(formatFullDay(wishedDay))}
        </p>
      )}
      <FactList facts={facts} day={day} paid={paid} />
      <Materials materials={booked.materials} />
      <p className="form-actions">
        <a className="btn" href={trainingPaths.calendarFile(token)} download>
          {words.booked.download}
        </a>
        <PayOnline {...facts} />
      </p>
      {canChange ? (
        <>
          <Answer
            action="other-day"
            token={token}
            problem={problem}
            title={isOtherDayWished ? words.booked.addMessage : undefined}
            proposed={proposed}
          />
          {mayCancel ? (
            <Answer action="cancel" token={token} problem={problem} />
          ) : (
            <p>{words.cancel.tooLate}</p>
          )}
        </>
      ) : (
        <p>
          {words.booked.tooLate}{' '}
          <a className="inline-link" href={sitePaths.contact}>
            {words.booked.contact}
          </a>
          .
        </p>
      )}
    </>
  )
}
