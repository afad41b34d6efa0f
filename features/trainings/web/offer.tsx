import { formatFullDay } from '../../../core/contract/format-date.ts'
import type { Page } from '../../../core/web/page.ts'
import { BackHome } from '../../../core/web/site/back-home.tsx'
import { ErrorSummary } from '../../../core/web/ui/error-summary.tsx'
import { TextField } from '../../../core/web/ui/field.tsx'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import type { TrainingMaterial } from '../contract/trainings.ts'
import { offerPage as words } from '../words/offer.ts'
import { type Booked, BookedDay } from './booked-day.tsx'
import {
  Answer,
  answerLabels,
  FactList,
  type Facts,
  fieldIdOf,
  Materials,
  moneyFacts,
  type OfferProblem,
  PayOnline,
  pathOf,
  Quote,
  type WithForm,
} from './offer-parts.tsx'
import { type Open, OpenOffer } from './open-offer.tsx'

type Canceled = { state: 'canceled'; day: string; isByClient: boolean; reason: string }
type Ended = {
  state: keyof typeof words.ended
  materials?: TrainingMaterial[]
  /** Facts about a day that was held */
  facts?: Facts
  /** What they have paid, in words */
  paid?: string
}

export type OfferProps = WithForm & (Open | Booked | Canceled | Ended | { state: 'retry' })

/** The page of an offer, for anyone with its link. Opening it changes nothing, because mail scanners open links, too. */
export const offer: Page<OfferProps> = {
  head: (props) => ({ title: titleOf(props), description: 'Training days' }),
  Body: (props) => (
    <main id="main" tabIndex={-1} className="wrap form-page offer-page">
      <p>
        <BackHome site={props.site} look="link" />
      </p>
      <h1>{titleOf(props)}</h1>
      {props.problem && <ProblemSummary problem={props.problem} />}
      {props.state === 'open' ? (
        <OpenOffer {...props} />
      ) : props.state === 'booked' ? (
        <BookedDay {...props} />
      ) : props.state === 'retry' ? (
        <Retry {...props} />
      ) : props.state === 'canceled' ? (
        <CanceledDay {...props} />
      ) : (
        <EndedOffer {...props} />
      )}
    </main>
  ),
}

function titleOf(props: OfferProps): string {
  if (props.state === 'open') {
    if (!props.days.some(({ isFree }) => isFree)) return words.open.titleNoneFree
    return props.days.length === 1 ? words.open.titleOneDay : words.open.title
  }
  if (props.state === 'booked' || props.state === 'retry' || props.state === 'canceled')
    return words[props.state].title
  return words.ended[props.state].title
}

function ProblemSummary({ problem: { action, message, error } }: { problem: OfferProblem }) {
  return (
    <ErrorSummary
      message={message}
      fields={[{ id: fieldIdOf(action), label: answerLabels[action], error }]}
    />
  )
}

function CanceledDay({ day, isByClient, reason, problem }: Canceled & Pick<WithForm, 'problem'>) {
  return (
    <>
      <p className="lead">{words.canceled[isByClient ? 'byClient' : 'byUs'](formatFullDay(day))}</p>
      {reason && <Quote>{reason}</Quote>}
      {problem?.typed && <Kept typed={problem.typed} />}
      <p>{words.canceled.next}</p>
      <p className="form-actions">
        <a className="btn" href={sitePaths.contact}>
          {words.writeToUs}
        </a>
      </p>
    </>
  )
}

function EndedOffer({ state, token, problem, materials = [], facts, paid = '' }: Ended & WithForm) {
  return (
    <>
      <p className="lead">{words.ended[state].lead}</p>
      {facts && (facts.price || paid) && <FactList facts={facts} paid={paid} only={moneyFacts} />}
      <Materials materials={materials} />
      {problem?.typed && <Kept typed={problem.typed} />}
      <p className="form-actions">
        <a className="btn" href={sitePaths.contact}>
          {words.writeToUs}
        </a>
        {facts && <PayOnline {...facts} />}
        {(state === 'over' || state === 'unknown') && (
          <a className="btn btn-quiet" href={sitePaths.waitlist}>
            {words.waitlist}
          </a>
        )}
      </p>
      {state === 'other-days' && <Answer action="decline" token={token} problem={problem} />}
    </>
  )
}

function Kept({ typed }: { typed: string }) {
  return (
    <>
      <p>{words.kept}</p>
      <Quote>{typed}</Quote>
    </>
  )
}

/** The typed values, to be sent again. It needs nothing from the database. */
function Retry({ token, problem }: WithForm) {
  if (!problem) return null
  const { action, day, typed, sequence } = problem
  return (
    <form className="form" method="post" action={pathOf(action, token)}>
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="sequence" value={sequence} />
      {action === 'accept' ? (
        day && <p>{formatFullDay(day)}</p>
      ) : (
        <TextField label={answerLabels[action]} id={fieldIdOf(action)} name="message" defaultValue={typed} />
      )}
      <p className="form-actions">
        <button type="submit" name="action" value={action} className="btn">
          {words.retry.button}
        </button>
        <a className="btn btn-quiet" href={trainingPaths.offer(token)}>
          {words.retry.back}
        </a>
      </p>
    </form>
  )
}
