import { lazy, type RefObject, Suspense, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { assistantMessages, defaultTopic, postGenerate } from '../../../contracts/assistant.ts'
import type { EditorHandle } from '../../editing/editor/editor-handle.ts'
import { showToast } from '../../ui/toast.ts'
import { AiButton } from './ai-button.tsx'
import { idsOf, type Proposal } from './ai-proposal.tsx'
import { NeedsService, showAiFailure, useAiServices } from './ai-services.tsx'
import type { PostValues } from './post-values.ts'
import { useWriting, WritingPanel } from './writing-panel.tsx'

const PostEditor = lazy(() =>
  import('../../editing/editor/post-editor.tsx').then((m) => ({ default: m.PostEditor })),
)

type ContentFieldProps = {
  form: UseFormReturn<PostValues>
  editor: RefObject<EditorHandle | null>
  initial: string
  /** Called with the generated values (the proposal), which the editor then accepts or rejects */
  onProposal: (proposal: Proposal) => void
}

export function ContentField({ form, editor, initial, onProposal }: ContentFieldProps) {
  const { writing, write } = useWriting()
  const services = useAiServices()
  // `services.service` is the AI service that writes text. False while loading, so that the hint does not flash.
  const isMissing = services !== undefined && !services.service
  const hintId = useId()
  const title = useWatch({ control: form.control, name: 'title' })

  async function generate() {
    const topic = form.getValues('title').trim() || defaultTopic
    try {
      const response = await write(postGenerate, { topic })
      if (response === undefined) return
      // `actionId` is the id of this request in the ledger (the log of AI use), not a value of the post.
      const { actionId, ...values } = response
      showToast({
        title: 'AI Content Generated',
        description: 'Review and edit the generated content before publishing.',
      })
      onProposal({ action: 'generate-post', provider: undefined, actionIds: idsOf({ actionId }), values })
    } catch (error) {
      showAiFailure(assistantMessages.generateFailed, error, services)
    }
  }

  return (
    <>
      <Suspense fallback={<EditorSkeleton />}>
        <PostEditor
          ref={editor}
          // The form may have gotten other content while the text editor's code was loading, for example from a
          // proposal.
          initial={() => form.getValues('content') || initial}
          onChange={(content) => form.setValue('content', content)}
        >
          <AiButton
            label="Generate AI Content"
            busyLabel="Generating..."
            run={generate}
            describedBy={hintId}
          />
        </PostEditor>
      </Suspense>
      {isMissing ? (
        <NeedsService id={hintId}>
          Generate AI Content needs an AI service, and none is connected yet.
        </NeedsService>
      ) : (
        title.trim() === '' && (
          <p className="field-hint" id={hintId}>
            AI writes about the title. Without one, it writes about “{defaultTopic}”.
          </p>
        )
      )}
      {writing && <WritingPanel writing={writing} />}
    </>
  )
}

function EditorSkeleton() {
  return (
    <div className="editor-skeleton">
      <p className="sr-only">Opening the editor...</p>
      <div className="skeleton skeleton-bar" />
      <div className="skeleton skeleton-text" />
    </div>
  )
}
