import { formatFullDay } from '../../../core/contract/format-date.ts'
import type { Page } from '../../../core/web/page.ts'
import { BackHome } from '../../../core/web/site/back-home.tsx'
import { ErrorSummary } from '../../../core/web/ui/error-summary.tsx'
import { ExternalLink } from '../../../core/web/ui/external-link.tsx'
import { Fact } from '../../../core/web/ui/fact.tsx'
import { ErrorText, Options, SelectField, TextField } from '../../../core/web/ui/field.tsx'
import { sitePaths } from '../../site/contract/site-paths.ts'
import type { ClientAction } from '../contract/offer-answers.ts'
import { trainingLimits } from '../contract/training-fields.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { formatTrainingHours } from '../contract/training-time.ts'
import type { TrainingMaterial } from '../contract/trainings.ts'
import type { TrainingFacts } from '../emails/training-parts.tsx'
import { offerPage as words } from '../words/offer.ts'

/** Why an answer was not accepted, and what was typed */
export type OfferProblem = {
  action: ClientAction
  message: string
  /** Error of the text box */
  error?: string
  day: string
  typed: string
}

type Facts = TrainingFacts & {
  organization: string
  startsAt: string
  endsAt: string
  timeZone: string
  headCount: number | null
}

type Open = {
  state: 'open'
  facts: Facts
  days: { day: string; isFree: boolean }[]
  message: string
  /** The last day on which the client can answer */
  answerBy: string
}
type Booked = {
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
  /** False once the whole is paid */
  owes: boolean
  materials: TrainingMaterial[]
  canChange: boolean
  /** Whether the terms still allow them to cancel alone */
  mayCancel: boolean
}
type Canceled = { state: 'canceled'; day: string; isByClient: boolean; reason: string }
type EndedState = keyof typeof words.ended

type WithForm = { token: string; problem?: OfferProblem | undefined }
export type OfferProps = WithForm &
  (Open | Booked | Canceled | { state: EndedState; materials?: TrainingMaterial[] } | { state: 'retry' })

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
        <Ended {...props} />
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
  return <ErrorSummary message={message} fields={[{ id: fieldIdOf(action), label: labels[action], error }]} />
}

/** The id of the text box of an answer, or of the first day that can be chosen */
const fieldIdOf = (action: ClientAction) => `${action}-field`

const labels: Record<ClientAction, string> = {
  accept: words.open.days,
  'other-days': words.otherDays.label,
  decline: words.decline.label,
  'other-day': words.otherDay.label,
  cancel: words.cancel.label,
}

/** Where the form of an answer posts */
const pathOf = (action: ClientAction, token: string) =>
  trainingPaths[action === 'other-day' || action === 'cancel' ? 'change' : 'offer'](token)

function OpenOffer({ token, facts, days, message, answerBy, problem }: Open & WithForm) {
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
        {free.length > 0 && (
          <>
            {facts.terms && <p>{words.open.accepting}</p>}
            <button type="submit" name="action" value="accept" className="btn">
              {words.open.accept}
            </button>
          </>
        )}
      </form>
      <FactList facts={facts} />
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

function BookedDay({ token, facts, day, problem, ...booked }: Booked & WithForm) {
  const { isOtherDayWished, wishedDay, proposed, paid, owes, canChange, mayCancel } = booked
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
        {facts.payUrl && owes && (
          <ExternalLink className="btn btn-quiet" href={facts.payUrl}>
            {words.booked.pay}
          </ExternalLink>
        )}
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

const forms = {
  'other-days': { ...words.otherDays, lead: undefined, isRequired: true },
  decline: { ...words.decline, hint: undefined, isRequired: false },
  'other-day': { ...words.otherDay, lead: undefined, isRequired: false },
  cancel: { ...words.cancel, hint: undefined, isRequired: false },
}

type AnswerProps = WithForm & {
  action: keyof typeof forms
  isOpen?: boolean
  /** Replaces the usual words */
  title?: string | undefined
  /** Days to choose from */
  proposed?: string[]
}

/** An answer with words. It unfolds without script, so that a first click only shows what a second one would do. */
function Answer({ action, token, problem, isOpen = false, title, proposed = [] }: AnswerProps) {
  const { summary, lead, label, hint, button, isRequired } = forms[action]
  const own = problem?.action === action ? problem : undefined
  return (
    <details className="offer-answer" open={isOpen || own !== undefined}>
      <summary>{title ?? summary}</summary>
      <form className="form" method="post" action={pathOf(action, token)}>
        {lead && <p>{lead}</p>}
        {proposed.length > 0 && (
          <SelectField label={words.otherDay.day} id="other-day-choice" name="day" defaultValue={own?.day}>
            <option value="">{words.otherDay.noDay}</option>
            <Options of={proposed.map((day) => [day, formatFullDay(day)])} />
          </SelectField>
        )}
        <TextField
          label={label}
          id={fieldIdOf(action)}
          name="message"
          hint={hint}
          error={own?.error}
          defaultValue={own?.typed}
          required={isRequired}
          maxLength={action === 'cancel' ? trainingLimits.reason : trainingLimits.message}
        />
        <button type="submit" name="action" value={action} className="btn btn-quiet">
          {title ?? button}
        </button>
      </form>
    </details>
  )
}

function FactList({ facts, day, paid = '' }: { facts: Facts; day?: string; paid?: string }) {
  const { startsAt, endsAt, timeZone, isOnline, place, topics, headCount, trainerName } = facts
  const { helper, price, prepare, terms } = facts
  const hours = formatTrainingHours(startsAt, endsAt, timeZone)
  const rows: [name: string, text: string][] = [
    day ? [words.facts.when, `${formatFullDay(day)}, ${hours}`] : [words.facts.time, hours],
    [words.facts.where, isOnline ? [words.facts.online, place].filter(Boolean).join('\n') : place],
    [words.facts.topics, topics.join(', ')],
    [words.facts.people, headCount === null ? '' : String(headCount)],
    [words.facts.trainer, trainerName],
    [words.facts.helper, helper],
    [words.facts.price, price],
    [words.facts.paid, paid],
    [words.facts.prepare, prepare],
    [words.facts.terms, terms],
  ]
  return (
    <dl className="offer-facts">
      {rows
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <Fact key={name} name={name} dir="auto" className="as-written">
            {text}
            {name === words.facts.where && !isOnline && place && (
              <>
                {'\n'}
                <MapLink place={place} />
              </>
            )}
          </Fact>
        ))}
    </dl>
  )
}

/** Nothing is sent to the map before a click. */
const MapLink = ({ place }: { place: string }) => (
  <ExternalLink
    className="inline-link"
    href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`}
  >
    {words.facts.map}
  </ExternalLink>
)

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

function Ended({ state, token, problem, materials = [] }: EndedProps) {
  return (
    <>
      <p className="lead">{words.ended[state].lead}</p>
      <Materials materials={materials} />
      {problem?.typed && <Kept typed={problem.typed} />}
      <p className="form-actions">
        <a className="btn" href={sitePaths.contact}>
          {words.writeToUs}
        </a>
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

type EndedProps = { state: EndedState; materials?: TrainingMaterial[] } & WithForm

/** Files and posts for the client */
function Materials({ materials }: { materials: TrainingMaterial[] }) {
  if (materials.length === 0) return null
  return (
    <section aria-labelledby="material">
      <h2 id="material">{words.material}</h2>
      <ul>
        {materials.map(({ id, title, path }) => (
          <li key={id} dir="auto">
            <a className="inline-link" href={path}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
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

/** A text as it was typed, in whichever direction its language is written */
function Quote({ children }: { children: string }) {
  return (
    <blockquote dir="auto" className="offer-words as-written">
      {children}
    </blockquote>
  )
}

/** The typed values, to be sent again. It needs nothing from the database. */
function Retry({ token, problem }: WithForm) {
  if (!problem) return null
  const { action, day, typed } = problem
  return (
    <form className="form" method="post" action={pathOf(action, token)}>
      <input type="hidden" name="day" value={day} />
      {action === 'accept' ? (
        day && <p>{formatFullDay(day)}</p>
      ) : (
        <TextField label={labels[action]} id={fieldIdOf(action)} name="message" defaultValue={typed} />
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
