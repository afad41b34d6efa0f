import { useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { assistantMessages, excerptGenerate } from '../../../contracts/assistant.ts'
import { isEnoughForExcerpt, plainTextOf } from '../../../contracts/excerpt.ts'
import type { PostKind } from '../../../contracts/post-kinds.ts'
import { postLimits } from '../../../contracts/posts.ts'
import { hasStatus } from '../../api-failures.ts'
import { hasText } from '../../editing/html-text.ts'
import { showToast } from '../../ui/toast.ts'
import { AiButton } from './ai-button.tsx'
import { builtInNote, explainAiFailure } from './ai-calls.ts'
import { idsOf, type Proposal } from './ai-proposal.tsx'
import { showAiFailure } from './ai-services.tsx'
import { kindWords } from './kind-words.ts'
import type { PostValues } from './post-values.ts'
import { useWriting, WritingPanel } from './writing-panel.tsx'

type ExcerptFieldProps = {
  form: UseFormReturn<PostValues>
  kind: PostKind
  onProposal: (proposal: Proposal) => void
}

export function ExcerptField({ form, kind, onProposal }: ExcerptFieldProps) {
  const id = useId()
  const { writing, write } = useWriting()
  const hasContent = hasText(useWatch({ control: form.control, name: 'content' }))

  async function generate() {
    const content = form.getValues('content')
    if (!isEnoughForExcerpt(content))
      return showToast({ title: assistantMessages.notEnoughContent, tone: 'destructive' })
    try {
      const response = await write(excerptGenerate, { content }, plainTextOf(content))
      if (response === undefined) return
      const { excerpt, provider } = response
      showToast({ title: 'Excerpt generated!', description: builtInNote(provider) || undefined })
      onProposal({ action: 'generate-excerpt', provider, actionIds: idsOf(response), values: { excerpt } })
    } catch (error) {
      // 400 means that the text is too short for an excerpt. The server's message says so.
      if (hasStatus(error, 400)) showToast({ title: explainAiFailure(error), tone: 'destructive' })
      else showAiFailure(assistantMessages.excerptFailed, error)
    }
  }

  return (
    <div className="field excerpt-field">
      <div className="field-head">
        <label htmlFor={id}>{kindWords[kind].excerptLabel}</label>
        <AiButton
          label="AI Generate"
          busyLabel="Generating..."
          run={generate}
          disabled={!hasContent}
          describedBy={hasContent ? undefined : `${id}-why`}
        />
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
      {writing && <WritingPanel writing={writing} />}
      {!hasContent && (
        <p className="field-hint" id={`${id}-why`}>
          Write some content first to use AI Generate.
        </p>
      )}
    </div>
  )
}
