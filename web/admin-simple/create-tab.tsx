import { loginPath, paths } from '../../contracts/paths.ts'
import {
  type SimplePostErrors,
  type SimplePostField,
  type SimplePostValues,
  simplePostMessages,
} from '../../contracts/post-form.ts'
import { authorTypeLabels, authorTypes, postLimits } from '../../contracts/posts.ts'
import { Island } from '../island.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { InputField, SelectField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { ExcerptButton } from './excerpt-button.tsx'
import { WritingHelp } from './writing-help.tsx'

export type CreateTabProps = {
  formKey: string
  /** By which the ledger knows where the excerpt came from. */
  aiExcerpt?: string | undefined
  values: SimplePostValues
  problem?: Problem
  /** What another button than Save Post has done. */
  success?: { message: string; advice: string }
}

type Problem = {
  message: string
  /** What to do, where no single field is to be fixed. */
  advice?: string
  errors?: SimplePostErrors
  signedOut?: boolean
  /** Saved as it is, the post would lose text. */
  losesText?: boolean
}

/** A post as a plain form. What it cannot save comes back with every word in it. */
export function CreateTab({ formKey, aiExcerpt, values, problem, success }: CreateTabProps) {
  const field = (name: Exclude<SimplePostField, 'isPublished'>) => ({
    label: labels[name],
    name,
    id: idOf(name),
    defaultValue: values[name],
    error: problem?.errors?.[name],
  })
  return (
    // Our own words name what is missing, not the browser's.
    <form className="form create" method="post" action={paths.adminSimple} noValidate>
      <input type="hidden" name="formKey" value={formKey} />
      {aiExcerpt && <input type="hidden" name="aiExcerpt" value={aiExcerpt} />}
      {problem && <ProblemNotice problem={problem} />}
      {success && (
        <Notice tone="success" autoFocus>
          <p>{success.message}</p>
          {success.advice && <p dir="auto">{success.advice}</p>}
        </Notice>
      )}
      {/* Enter in a field means Save Post, and not the first button of the form. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save Post
      </button>
      <InputField
        {...field('title')}
        className="field-control create-title"
        required
        dir="auto"
        autoComplete="off"
        maxLength={postLimits.title}
      />
      <div className="form-row">
        <InputField
          {...field('author')}
          required
          dir="auto"
          autoComplete="off"
          maxLength={postLimits.author}
        />
        <SelectField {...field('authorType')}>
          {authorTypes.map((type) => (
            <option key={type} value={type}>
              {authorTypeLabels[type]}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        {...field('excerpt')}
        className="field-control field-text create-excerpt"
        dir="auto"
        hint="Shown in lists. Leave blank to use the first 200 characters."
      />
      <Island
        of={ExcerptButton}
        name="ExcerptButton"
        props={{ contentId: idOf('content') }}
        when="idle"
        className="create-generate"
      />
      <TextField
        {...field('content')}
        className="field-control field-text create-content"
        required
        dir="auto"
        hint="Plain text, Markdown, or HTML."
      />
      <WritingHelp />
      {problem?.losesText && (
        <label className="check">
          <input type="checkbox" name="withoutLostText" />
          {simplePostMessages.withoutLostText}
        </label>
      )}
      <InputField {...field('tags')} autoComplete="off" hint="Separate them with commas." />
      <div className="form-row">
        <InputField {...field('sourceUrl')} type="url" autoComplete="off" maxLength={postLimits.sourceUrl} />
        <InputField
          {...field('sourceName')}
          dir="auto"
          autoComplete="off"
          maxLength={postLimits.sourceName}
        />
      </div>
      <div className="create-end">
        <div>
          <label className="switch">
            <input
              type="checkbox"
              name="isPublished"
              defaultChecked={values.isPublished}
              aria-describedby={idOf('isPublished')}
            />
            <span className="switch-on">Published</span>
            <span className="switch-off">Draft</span>
          </label>
          <p className="field-hint" id={idOf('isPublished')}>
            <span className="create-publishes">Publishes now</span>
            <span className="create-drafts">Saves a draft. Only admins can see it.</span>
          </p>
        </div>
        <button type="submit" className="btn">
          Save Post
        </button>
      </div>
    </form>
  )
}

const labels = {
  title: 'Title *',
  author: 'Author *',
  authorType: 'Content type',
  excerpt: 'Excerpt',
  content: 'Content *',
  tags: 'Tags',
  sourceUrl: 'Source URL (optional)',
  sourceName: 'Source name (optional)',
  isPublished: 'Published',
} as const satisfies Record<SimplePostField, string>

const idOf = (field: SimplePostField) => `post-${field}`

/** What kept the post from being saved, and what to do about it. */
function ProblemNotice({ problem: { message, advice, errors = {}, signedOut } }: { problem: Problem }) {
  const fields = (Object.keys(labels) as SimplePostField[]).map((field) => ({
    id: idOf(field),
    label: labels[field].replace(' (optional)', ''),
    error: errors[field],
  }))
  return (
    <ErrorSummary message={message} fields={fields}>
      {advice && (
        <p className="create-advice">
          {advice}{' '}
          {signedOut && (
            <>
              <a href={loginPath(paths.adminSimple)} target="_blank" rel="noopener">
                sign in in a new tab
              </a>
              , then come back here and click the button again.
            </>
          )}
        </p>
      )}
    </ErrorSummary>
  )
}
