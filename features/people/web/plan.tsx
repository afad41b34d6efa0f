import { weekdayNames } from '../../../core/contract/calendar-days.ts'
import { paths } from '../../../core/contract/paths.ts'
import type { SiteContent } from '../../../core/contract/site.ts'
import type { Page } from '../../../core/web/page.ts'
import { Choices } from '../../../core/web/site/choices.tsx'
import { FormPage } from '../../../core/web/site/form-page.tsx'
import { Button } from '../../../core/web/ui/button.tsx'
import { ErrorSummary } from '../../../core/web/ui/error-summary.tsx'
import { InputField } from '../../../core/web/ui/field.tsx'
import { plainFields, type TypedForm } from '../../../core/web/ui/plain-fields.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import {
  monthNames,
  type PlanRequest,
  planFormatLabels,
  planFormats,
  planLimits,
  planTopicLabels,
  planTopics,
} from '../contract/plan.ts'

/** The typed and chosen values, as a form without JavaScript sends them */
export type PlanTyped = Record<'city' | 'state' | 'zip' | 'groupSize' | 'format', string> &
  Record<'topics' | 'months' | 'weekdays', string[]>

type Problem = Omit<TypedForm<PlanTyped, keyof PlanRequest>, 'values'>

/** `over`: the link has expired. `unknown`: there is no such link. */
export type PlanProps =
  | ({ state: 'open'; token: string; isAnswered?: boolean; values?: PlanTyped } & Problem)
  | { state: 'sent'; token: string }
  | { state: 'over' | 'unknown' }

type Words = SiteContent['planPage']

const titleOf = ({ title, done, over }: Words, state: PlanProps['state']) =>
  ({ open: title, sent: done.title, over: over.title, unknown: over.title })[state]

/** The questions of "Help us plan". They never show earlier answers, because the link may be in the wrong hands. */
export const plan: Page<PlanProps> = {
  head: ({ site: { content }, state }) => ({
    title: titleOf(content.planPage, state),
    description: content.planPage.lead,
  }),
  Body: ({ site, ...props }) => {
    const words = site.content.planPage
    const { done, over } = words
    const home: Way = [paths.home, site.content.menu.returnHome]
    return (
      <FormPage site={site}>
        <div>
          <h1>{titleOf(words, props.state)}</h1>
          {props.state === 'open' && <Questions words={words} {...props} />}
          {props.state === 'sent' && (
            <Outcome text={done.lead} main={home} other={[peoplePaths.plan(props.token), done.again]} />
          )}
          {(props.state === 'over' || props.state === 'unknown') && (
            <Outcome
              text={props.state === 'over' ? over.expired : over.unknown}
              main={[sitePaths.contact, over.contact]}
              other={home}
            />
          )}
        </div>
      </FormPage>
    )
  },
}

const nothing: PlanTyped = {
  city: '',
  state: '',
  zip: '',
  groupSize: '',
  topics: [],
  months: [],
  weekdays: [],
  format: '',
}

const numbered = (names: readonly string[]): [string, string][] =>
  names.map((name, index) => [String(index + 1), name])

function Questions({
  words,
  token,
  isAnswered,
  values = nothing,
  message,
  errors,
}: { words: Words; token: string; isAnswered?: boolean; values?: PlanTyped } & Problem) {
  const { hints } = words
  const { where, ...labels } = words.labels
  const { field, idOf, summary } = plainFields({ prefix: 'plan', labels, values, errors })
  const choices = (name: 'topics' | 'months' | 'weekdays' | 'format') => ({
    id: idOf(name),
    name,
    label: labels[name],
    chosen: [values[name]].flat(),
    error: errors?.[name],
  })
  return (
    <>
      <p className="lead">{words.lead}</p>
      {/* The browser's own checks are off: its messages disappear, and ours say more. */}
      <form className="form plan-form" method="post" action={peoplePaths.plan(token)} noValidate>
        {message && <ErrorSummary message={message} fields={summary} />}
        <fieldset className="plan-place">
          <legend>{where}</legend>
          <InputField {...field('city')} maxLength={planLimits.city} autoComplete="address-level2" />
          <InputField {...field('state')} maxLength={planLimits.state} autoComplete="address-level1" />
          <InputField {...field('zip')} maxLength={20} autoComplete="postal-code" inputMode="numeric" />
        </fieldset>
        <div className="plan-size">
          <InputField
            {...field('groupSize')}
            hint={hints.groupSize}
            maxLength={20}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <Choices
          {...choices('topics')}
          options={planTopics.map((topic) => [topic, planTopicLabels[topic]])}
        />
        <Choices {...choices('months')} options={numbered(monthNames)} hint={hints.any} isShort />
        <Choices
          {...choices('weekdays')}
          options={numbered(Object.values(weekdayNames))}
          hint={hints.any}
          isShort
        />
        <Choices
          {...choices('format')}
          options={planFormats.map((format) => [format, planFormatLabels[format]])}
          isOne
          isShort
        />
        <p className="form-note">
          {isAnswered && words.again} {words.privacy}
        </p>
        <p className="form-actions">
          <Button type="submit">{words.button}</Button>
        </p>
      </form>
    </>
  )
}

type Way = [href: string, label: string]

function Outcome({ text, main, other }: { text: string; main: Way; other: Way }) {
  return (
    <>
      <p className="lead">{text}</p>
      <p className="form-actions">
        <a className="btn" href={main[0]}>
          {main[1]}
        </a>
        <a className="btn btn-quiet" href={other[0]}>
          {other[1]}
        </a>
      </p>
    </>
  )
}
