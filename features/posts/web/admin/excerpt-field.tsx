import { use, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PostKind } from '../../contract/post-kinds.ts'
import { postLimits } from '../../contract/posts.ts'
import { kindWords } from './kind-words.ts'
import { PostToolsContext } from './post-tools.ts'
import type { PostValues } from './post-values.ts'
import type { Proposals } from './use-proposals.ts'

type ExcerptFieldProps = {
  form: UseFormReturn<PostValues>
  kind: PostKind
  proposals: Proposals
}

export function ExcerptField({ form, kind, proposals }: ExcerptFieldProps) {
  const id = useId()
  const { button, below } = use(PostToolsContext).useExcerpt(form, proposals)
  return (
    <div className="field excerpt-field">
      <div className="field-head">
        <label htmlFor={id}>{kindWords[kind].excerptLabel}</label>
        {button}
      </div>
      <textarea
        id={id}
        className="field-control field-text"
        rows={3}
        dir="auto"
        maxLength={postLimits.excerpt}
        aria-describedby={`${id}-hint`}
        {...form.register('excerpt')}
      />
      <p className="field-hint" id={`${id}-hint`}>
        {kindWords[kind].excerptHint}
      </p>
      {below}
    </div>
  )
}
