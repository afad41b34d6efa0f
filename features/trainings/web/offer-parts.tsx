import type { ReactNode } from 'react'
import { formatFullDay } from '../../../core/contract/format-date.ts'
import { ExternalLink } from '../../../core/web/ui/external-link.tsx'
import { Fact } from '../../../core/web/ui/fact.tsx'
import { Options, SelectField, TextField } from '../../../core/web/ui/field.tsx'
import { formatHours } from '../../calendar/contract/day-time.ts'
import { MapLink } from '../../calendar/web/map-link.tsx'
import { sitePaths } from '../../site/contract/site-paths.ts'
import type { ClientAction } from '../contract/offer-answers.ts'
import { trainingLimits } from '../contract/training-fields.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import type { TrainingMaterial } from '../contract/trainings.ts'
import type { TrainingFacts } from '../emails/training-parts.tsx'
import { offerPage as words } from '../words/offer.ts'

// What the states of the page of an offer share

/** Why an answer was not accepted, and what was typed */
export type OfferProblem = {
  action: ClientAction
  message: string
  /** Error of the text box */
  error?: string
  day: string
  typed: string
  /** The sequence of the offer on the page with the form */
  sequence: number
}

export type Facts = TrainingFacts & {
  organization: string
  startsAt: string
  endsAt: string
  timeZone: string
  headCount: number | null
  /** The place that a map can show; empty for none */
  mapPlace: string
}

export type WithForm = { token: string; problem?: OfferProblem | undefined }
/** The id of the text box of an answer, or of the first day that can be chosen */
export const fieldIdOf = (action: ClientAction) => `${action}-field`

export const answerLabels: Record<ClientAction, string> = {
  accept: words.open.days,
  'other-days': words.otherDays.label,
  decline: words.decline.label,
  'other-day': words.otherDay.label,
  cancel: words.cancel.label,
}

/** Where the form of an answer posts */
export const pathOf = (action: ClientAction, token: string) =>
  trainingPaths[action === 'other-day' || action === 'cancel' ? 'change' : 'offer'](token)

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
export function Answer({ action, token, problem, isOpen = false, title, proposed = [] }: AnswerProps) {
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

type FactListProps = { facts: Facts; day?: string; paid?: string; only?: readonly string[] }

export const moneyFacts = [words.facts.price, words.facts.paid, words.facts.howToPay]

export function FactList({ facts, day, paid = '', only }: FactListProps) {
  const { startsAt, endsAt, timeZone, where, mapPlace, topics, headCount, trainerName } = facts
  const { helper, price, mustAskHowToPay, prepare, terms } = facts
  const hours = formatHours(startsAt, endsAt, timeZone)
  const rows: [name: string, text: string][] = [
    day ? [words.facts.when, `${formatFullDay(day)}, ${hours}`] : [words.facts.time, hours],
    [words.facts.where, where],
    [words.facts.topics, topics.join(', ')],
    [words.facts.people, headCount === null ? '' : String(headCount)],
    [words.facts.trainer, trainerName],
    [words.facts.helper, helper],
    [words.facts.price, price],
    [words.facts.paid, paid],
    [words.facts.howToPay, mustAskHowToPay ? words.facts.askHowToPay : ''],
    [words.facts.prepare, prepare],
    [words.facts.terms, terms],
  ]
  const links: Record<string, ReactNode> = {
    [words.facts.where]: mapPlace && <MapLink place={mapPlace} label={words.facts.map} />,
    [words.facts.howToPay]: (
      <a className="inline-link" href={sitePaths.contact}>
        {words.writeToUs}
      </a>
    ),
  }
  return (
    <dl className="offer-facts">
      {rows
        .filter(([name, text]) => text !== '' && (!only || only.includes(name)))
        .map(([name, text]) => (
          <Fact key={name} name={name} dir="auto" className="as-written">
            {text}
            {links[name] && '\n'}
            {links[name]}
          </Fact>
        ))}
    </dl>
  )
}

export function PayOnline({ payUrl }: Pick<Facts, 'payUrl'>) {
  if (payUrl === '') return null
  return (
    <ExternalLink className="btn btn-quiet" href={payUrl}>
      {words.booked.pay}
    </ExternalLink>
  )
}

/** Files and posts for the client */
export function Materials({ materials }: { materials: TrainingMaterial[] }) {
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

/** A text as it was typed, in whichever direction its language is written */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote dir="auto" className="offer-words as-written">
      {children}
    </blockquote>
  )
}
