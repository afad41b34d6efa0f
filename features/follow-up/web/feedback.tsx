import { formatFullDay } from '../../../core/contract/format-date.ts'
import type { Page } from '../../../core/web/page.ts'
import { ErrorSummary } from '../../../core/web/ui/error-summary.tsx'
import { ErrorText, TextField } from '../../../core/web/ui/field.tsx'
import { Notice } from '../../../core/web/ui/notice.tsx'
import { plainFields, type TypedForm } from '../../../core/web/ui/plain-fields.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { type FeedbackValues, feedbackLimits, ratings } from '../contract/follow-up.ts'
import { followUpPaths } from '../contract/follow-up-paths.ts'
import { feedbackPage as words } from '../words/follow-up.ts'

export type TypedFeedback = TypedForm<Record<keyof FeedbackValues, string>>

type Form = { token: string; typed: TypedFeedback }
type Known = Form & { title: string; day: string; lastDay: string; isAnswered: boolean; isSaved?: boolean }

export type FeedbackProps =
  | (Known & { state: 'open' | 'closed' })
  | (Form & { state: 'retry' })
  | { state: 'unknown' }

/** Three questions after a day, for anyone with the link. Opening it changes nothing. */
export const feedback: Page<FeedbackProps> = {
  head: ({ state }) => ({ title: words[state].title, description: words.open.title }),
  Body: (props) => {
    const { state } = props
    return (
      <main id="main" tabIndex={-1} className="wrap form-page follow-up-page">
        <h1>{words[state].title}</h1>
        {state === 'open' && props.isSaved && <Notice tone="success">{words.saved}</Notice>}
        {'title' in props && (
          <p>
            <bdi>{props.title}</bdi>, {formatFullDay(props.day)}
          </p>
        )}
        <p className="lead">{words[state].lead}</p>
        {state === 'open' || state === 'retry' ? (
          <Questions {...props} />
        ) : (
          <p>
            <a className="btn" href={sitePaths.contact}>
              {words.writeToUs}
            </a>
          </p>
        )}
      </main>
    )
  },
}

function Questions({ token, typed, lastDay, isAnswered }: Form & Partial<Known>) {
  const { values, errors, message } = typed
  const { labels } = words
  const { field, summary, idOf } = plainFields({ prefix: 'feedback', labels, values, errors })
  const errorId = `${idOf('rating')}-error`
  return (
    <form className="form" method="post" action={followUpPaths.feedback(token)}>
      {message && <ErrorSummary message={message} fields={summary} />}
      <fieldset className="choices" aria-describedby={errors?.rating && errorId}>
        <legend>{labels.rating}</legend>
        {ratings.map((rating, index) => (
          <label key={rating}>
            <input
              id={index === 0 ? idOf('rating') : undefined}
              type="radio"
              name="rating"
              value={rating}
              required
              defaultChecked={values.rating === rating}
            />
            {words.ratings[index]}
          </label>
        ))}
        <ErrorText id={errorId}>{errors?.rating}</ErrorText>
      </fieldset>
      <TextField {...field('best')} dir="auto" hint={words.optional} maxLength={feedbackLimits.text} />
      <TextField {...field('better')} dir="auto" hint={words.optional} maxLength={feedbackLimits.text} />
      <p className="form-note">
        {words.names} {lastDay && words.until(formatFullDay(lastDay))}
      </p>
      <p className="form-actions">
        <button type="submit" className="btn">
          {isAnswered ? words.change : words.send}
        </button>
        {lastDay === undefined && (
          <a className="btn btn-quiet" href={followUpPaths.feedback(token)}>
            {words.back}
          </a>
        )}
      </p>
    </form>
  )
}
