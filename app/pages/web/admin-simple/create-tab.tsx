import { paths } from '../../../../core/contract/paths.ts'
import { type Failure, FormProblem } from '../../../../core/web/admin-simple/form-problem.tsx'
import { Island } from '../../../../core/web/island.tsx'
import { Button } from '../../../../core/web/ui/button.tsx'
import type { FieldError } from '../../../../core/web/ui/error-summary.tsx'
import { InputField, Options, SelectField, TextField } from '../../../../core/web/ui/field.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { plainFields } from '../../../../core/web/ui/plain-fields.ts'
import {
  type SimplePostErrors,
  type SimplePostField,
  type SimplePostValues,
  simplePostMessages,
} from '../../../../features/posts/contract/post-form.ts'
import {
  authorTypeLabels,
  authorTypes,
  postLimits,
  suggestedLengths,
} from '../../../../features/posts/contract/posts.ts'
import { ExcerptButton } from './excerpt-button.tsx'
import { WritingHelp } from './writing-help.tsx'

export type CreateTabProps = {
  formKey: string
  /** `actionId` (features/assistant/contract/assistant.ts) of the AI response that the excerpt came from */
  aiExcerpt?: string | undefined
  values: SimplePostValues
  problem?: Problem
  /** The newest pictures in Media, to choose the social picture from */
  pictures?: { src: string; name: string }[]
  /** Message after a click on a button other than Save Post */
  success?: { message: string; advice: string }
}

type Problem = Failure & {
  errors?: SimplePostErrors
  /** True if saving the post unchanged would lose text (see `describeLostText`) */
  losesText?: boolean
}

/** The form that creates a post. If saving fails, the page shows the form again with everything that was typed. */
export function CreateTab(props: CreateTabProps & { mayPublish: boolean }) {
  const { formKey, aiExcerpt, values, problem, success, pictures, mayPublish } = props
  const { field, idOf, summary } = plainFields({ prefix: 'post', labels, values, errors: problem?.errors })
  const fields = summary.map((entry) => ({ ...entry, label: entry.label.replace(' (optional)', '') }))
  return (
    // noValidate: our own messages say what is missing.
    <form className="form create" method="post" action={paths.adminSimple} noValidate>
      <input type="hidden" name="formKey" value={formKey} />
      {aiExcerpt && <input type="hidden" name="aiExcerpt" value={aiExcerpt} />}
      <Outcome problem={problem} success={success} fields={fields} />
      {/* Enter in a field clicks the first button of a form, which must be Save Post. */}
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
          <Options of={authorTypes.map((type) => [type, authorTypeLabels[type]])} />
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
      <SearchAndSocial field={field} values={values} errors={problem?.errors} pictures={pictures} />
      <Publishing values={values} idOf={idOf} mayPublish={mayPublish} />
    </form>
  )
}

type PublishingProps = {
  values: SimplePostValues
  idOf: (name: 'reviewed' | 'isPublished') => string
  mayPublish: boolean
}

function Publishing({ values, idOf, mayPublish }: PublishingProps) {
  return (
    <>
      {mayPublish && <Reviewed id={idOf('reviewed')} isReviewed={values.reviewed} />}
      <div className="create-end">
        {mayPublish ? (
          <PublishSwitch id={idOf('isPublished')} isPublished={values.isPublished} />
        ) : (
          <p className="field-hint">Saves a draft. Editors and owners publish posts: ask one of them.</p>
        )}
        <Button type="submit">Save Post</Button>
      </div>
    </>
  )
}

type SearchAndSocialProps = Pick<CreateTabProps, 'values' | 'pictures'> & {
  field: ReturnType<typeof plainFields<SimplePostField, SimplePostValues>>['field']
  errors: SimplePostErrors | undefined
}

/** What search engines and social networks show. It is open if a field has a value or an error. */
function SearchAndSocial({ field, values, errors, pictures = [] }: SearchAndSocialProps) {
  const isOpen = searchFields.some((name) => values[name] !== '' || errors?.[name] !== undefined)
  const chosen = values.socialImageUrl
  return (
    <details className="create-search" open={isOpen}>
      <summary>Search and social</summary>
      <InputField
        {...field('seoTitle')}
        dir="auto"
        autoComplete="off"
        maxLength={postLimits.seoTitle}
        hint={`Search engines show about ${suggestedLengths.seoTitle} characters. Leave blank to use the title.`}
      />
      <TextField
        {...field('seoDescription')}
        className="field-control field-text create-excerpt"
        dir="auto"
        maxLength={postLimits.seoDescription}
        hint={`Search engines show about ${suggestedLengths.seoDescription} characters. Leave blank to use the excerpt.`}
      />
      <SelectField
        {...field('socialImageUrl')}
        hint="One of the newest images in Media. Without one, we make one with the title."
      >
        <option value="">None</option>
        {chosen !== '' && !pictures.some(({ src }) => src === chosen) && (
          <option value={chosen}>The image that you chose</option>
        )}
        <Options of={pictures.map(({ src, name }) => [src, name])} />
      </SelectField>
    </details>
  )
}

const searchFields = ['seoTitle', 'seoDescription', 'socialImageUrl'] as const

type OutcomeProps = Pick<CreateTabProps, 'problem' | 'success'> & { fields: FieldError[] }

function Outcome({ problem, success, fields }: OutcomeProps) {
  return (
    <>
      {problem && <FormProblem problem={problem} fields={fields} retry="click the button again" />}
      {success && (
        <Notice tone="success" autoFocus>
          <p>{success.message}</p>
          {success.advice && <p dir="auto">{success.advice}</p>}
        </Notice>
      )}
    </>
  )
}

/** Asks users who publish AI text whether they have read it. The style sheet hides it for other posts. */
const Reviewed = ({ id, isReviewed }: { id: string; isReviewed: boolean }) => (
  <div className="create-reviewed">
    <label className="check">
      <input type="checkbox" name="reviewed" defaultChecked={isReviewed} aria-describedby={id} />
      {simplePostMessages.reviewed}
    </label>
    <p className="field-hint" id={id}>
      {simplePostMessages.reviewedHint}
    </p>
  </div>
)

function PublishSwitch({ id, isPublished }: { id: string; isPublished: boolean }) {
  return (
    <div>
      <label className="switch">
        <input type="checkbox" name="isPublished" defaultChecked={isPublished} aria-describedby={id} />
        <span className="switch-on">Published</span>
        <span className="switch-off">Draft</span>
      </label>
      <p className="field-hint" id={id}>
        <span className="create-publishes">Publishes now</span>
        <span className="create-drafts">Saves a draft. Only your team can see it.</span>
      </p>
    </div>
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
  seoTitle: 'Search title (optional)',
  seoDescription: 'Search description (optional)',
  socialImageUrl: 'Social image (optional)',
  isPublished: 'Published',
  reviewed: simplePostMessages.reviewed,
} as const satisfies Record<SimplePostField, string>
