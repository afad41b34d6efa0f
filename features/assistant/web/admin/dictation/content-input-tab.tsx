import { Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../../../../core/contract/paths.ts'
import { BackLink } from '../../../../../core/web/admin/screen-link.tsx'
import { QuietButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { TextField } from '../../../../../core/web/ui/field.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { postLimits } from '../../../../posts/contract/posts.ts'
import { builtInNote, idsOf, type ProposedValues } from '../../../../posts/web/admin/ai-proposal.tsx'
import { openNewForm } from '../../../../posts/web/admin/new-form.ts'
import { contentEnhance, assistantMessages as messages } from '../../../contract/assistant.ts'
import { showAiFailure } from '../ai-services.tsx'
import { useWriting, WritingPanel } from '../writing-panel.tsx'
import { DocumentCard } from './document-card.tsx'
import { type Enhanced, type KeptInput, keepInput, readInput, restoreInput } from './kept-input.ts'
import { RecorderCard } from './recorder-card.tsx'
import { dropPieces } from './recording-store.ts'
import { Review } from './review.tsx'

/** Turns a recording or a document into a text that AI has enhanced. After a review it becomes a new post. */
export function ContentInputTab() {
  const { input, writing, enhancing, change, enhance, openPost } = useContentInput()
  const { text, transcript, enhanced } = input
  const heading = useRef<HTMLHeadingElement>(null)
  const isBusy = enhancing !== undefined

  // The clicked link, which had the focus, was removed with its screen.
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="admin-page">
      <p>
        <BackLink href={paths.adminTab('ai-tools')}>Back to AI Tools</BackLink>
      </p>
      <h1 ref={heading} tabIndex={-1}>
        Enhance Content
      </h1>
      <div className="tool-cards">
        <RecorderCard
          hasTranscript={transcript.trim() !== ''}
          onTranscript={(transcript, transcriptId) => {
            change({ transcript, transcriptId })
            void enhance('recording', transcript)
          }}
        />
        <DocumentCard
          text={text}
          onText={(text) => change({ text })}
          onEnhance={() => void enhance('document', text)}
          isBusy={isBusy}
          isEnhancing={enhancing === 'document'}
        />
      </div>
      {transcript !== '' && (
        <TranscriptCard
          transcript={transcript}
          onChange={(transcript) => change({ transcript })}
          onEnhance={() => void enhance('recording', transcript)}
          onRemove={() => {
            change({ transcript: '', transcriptId: undefined })
            heading.current?.focus()
          }}
          isBusy={isBusy}
        />
      )}
      {writing && <WritingPanel writing={writing} />}
      {enhanced && !writing && (
        <Review
          key={enhanced.answer.enhanced_content}
          enhanced={enhanced}
          onDiscard={() => {
            if (!confirm('Discard this draft?')) return
            change({ enhanced: undefined })
            heading.current?.focus()
          }}
          onUse={(values) => openPost(enhanced, values)}
        />
      )}
    </div>
  )
}

type TranscriptCardProps = {
  transcript: string
  onChange: (transcript: string) => void
  onEnhance: () => void
  onRemove: () => void
  isBusy: boolean
}

function TranscriptCard({ transcript, onChange, onEnhance, onRemove, isBusy }: TranscriptCardProps) {
  return (
    <Section id="transcript-head" title="What you said" className="card tool-card">
      <TextField
        label="Transcript"
        hint="Fix anything we misheard. It’s saved with the post, where only your team can see it."
        rows={6}
        maxLength={postLimits.transcript}
        value={transcript}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className="form-actions">
        <QuietButton busy={isBusy} onClick={onEnhance}>
          <Sparkles aria-hidden="true" />
          Enhance the transcript
        </QuietButton>
        <TextButton
          onClick={() => {
            if (transcript.trim() === '' || confirm('Remove this transcript?')) onRemove()
          }}
        >
          Remove the transcript
        </TextButton>
      </p>
    </Section>
  )
}

/** The input stored in this browser, with functions to change it, enhance it, and put the result into a new post */
function useContentInput() {
  const [input, setInput] = useState(readInput)
  // A ref, so that a request that started before the last change also sees that change.
  const latest = useRef(input)
  const isEnhancing = useRef(false)
  const [enhancing, setEnhancing] = useState<Enhanced['source']>()
  const { writing, write } = useWriting()

  function change(part: Partial<KeptInput>) {
    latest.current = { ...latest.current, ...part }
    keepInput(latest.current)
    setInput(latest.current)
  }

  async function enhance(source: Enhanced['source'], content: string) {
    // A transcript normally starts enhancing. While a document is being enhanced, the user starts it with its button.
    if (isEnhancing.current) return
    if (content.trim() === '') return showToast({ title: messages.enhanceBlank, tone: 'destructive' })
    isEnhancing.current = true
    setEnhancing(source)
    try {
      const answer = await write(contentEnhance, { content, style: 'blog-post' })
      if (answer === undefined) return
      showToast({ title: messages.enhanced, description: builtInNote(answer.provider) || undefined })
      change({ enhanced: { source, text: content, answer } })
    } catch (error) {
      showAiFailure(messages.enhanceFailed, error)
    } finally {
      isEnhancing.current = false
      setEnhancing(undefined)
    }
  }

  function openPost({ source, text, answer }: Enhanced, values: ProposedValues) {
    const isRecording = source === 'recording'
    const proposal = {
      provider: answer.provider,
      actionIds: idsOf(answer, isRecording ? { actionId: input.transcriptId } : undefined),
      // The four values are title, content, excerpt, and tags. The user may have left out sentences or whole fields.
      isPart: values.content !== answer.enhanced_content || Object.keys(values).length < 4,
      values,
      ...(isRecording && { transcript: text }),
      onUndone: () => restoreInput(input),
    }
    void openNewForm({ proposal })
    // The new post has the text now, so remove it here. Undo brings it back (`onUndone` above).
    change({
      enhanced: undefined,
      ...(isRecording ? { transcript: '', transcriptId: undefined } : { text: '' }),
    })
    if (isRecording) void dropPieces()
  }

  return { input, writing, enhancing, change, enhance, openPost }
}
