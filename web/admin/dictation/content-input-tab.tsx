import { Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { enhanceContentResponse, assistantMessages as words } from '../../../contracts/assistant.ts'
import { paths } from '../../../contracts/paths.ts'
import { postLimits } from '../../../contracts/posts.ts'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'
import { builtInNote } from '../posts/ai-calls.ts'
import { idsOf } from '../posts/ai-proposal.tsx'
import { showAiFailure } from '../posts/ai-services.tsx'
import { openNewForm } from '../posts/new-form.ts'
import { useWriting } from '../posts/use-writing.ts'
import { WritingPanel } from '../posts/writing-panel.tsx'
import { ScreenLink } from '../screen-link.tsx'
import { DocumentCard } from './document-card.tsx'
import { type Enhanced, giveBack, type KeptInput, keepInput, readInput } from './kept-input.ts'
import { RecorderCard } from './recorder-card.tsx'
import { dropPieces } from './recording-store.ts'
import { Review } from './review.tsx'

/** Turns a recording or a document into a draft, which becomes a new post after a review. */
export function ContentInputTab() {
  const [input, setInput] = useState(readInput)
  // A call that began earlier changes this one, too.
  const newest = useRef(input)
  const isEnhancing = useRef(false)
  const { writing, write } = useWriting()
  const heading = useRef<HTMLHeadingElement>(null)
  const { text, transcript, enhanced } = input

  // The link that led here is gone with the tab before.
  useEffect(() => heading.current?.focus(), [])

  function change(part: Partial<KeptInput>) {
    newest.current = { ...newest.current, ...part }
    keepInput(newest.current)
    setInput(newest.current)
  }

  async function enhance(source: Enhanced['source'], content: string) {
    // A transcript may come while a document is being enhanced: it waits for its own button then.
    if (isEnhancing.current) return
    if (content.trim() === '') return showToast({ title: words.enhanceBlank, tone: 'destructive' })
    isEnhancing.current = true
    try {
      const reply = await write(paths.api.aiEnhanceContent, { content, style: 'blog-post' })
      if (reply === undefined) return
      const answer = z.parse(enhanceContentResponse, reply)
      showToast({ title: words.enhanced, description: builtInNote(answer.provider) || undefined })
      change({ enhanced: { source, text: content, answer } })
    } catch (error) {
      showAiFailure(words.enhanceFailed, error)
    } finally {
      isEnhancing.current = false
    }
  }

  return (
    <div className="admin-page">
      <p>
        <ScreenLink className="text-link back" href={paths.adminTab('ai-tools')}>
          Back to AI Tools
        </ScreenLink>
      </p>
      <h1 ref={heading} tabIndex={-1}>
        Enhance Content
      </h1>
      <div className="tool-cards">
        <RecorderCard
          hasTranscript={transcript.trim() !== ''}
          onTranscript={async (said, transcriptId) => {
            change({ transcript: said, transcriptId })
            await enhance('recording', said)
          }}
        />
        <DocumentCard
          text={text}
          onText={(next) => change({ text: next })}
          onEnhance={() => void enhance('document', text)}
          isBusy={writing !== undefined}
        />
      </div>
      {transcript !== '' && (
        <section className="card tool-card" aria-labelledby="transcript-head">
          <h2 id="transcript-head">What you said</h2>
          <TextField
            label="Transcript"
            hint="Fix anything we misheard. It’s saved with the post, where only admins can see it."
            rows={6}
            maxLength={postLimits.transcript}
            value={transcript}
            onChange={(event) => change({ transcript: event.currentTarget.value })}
          />
          <p className="form-actions">
            <button
              type="button"
              className="btn btn-quiet"
              aria-disabled={writing !== undefined || undefined}
              onClick={() => void enhance('recording', transcript)}
            >
              <Sparkles aria-hidden="true" />
              Enhance the transcript
            </button>
            <button
              type="button"
              className="text-button"
              onClick={() => {
                if (transcript.trim() !== '' && !confirm('Remove this transcript?')) return
                change({ transcript: '', transcriptId: undefined })
                heading.current?.focus()
              }}
            >
              Remove the transcript
            </button>
          </p>
        </section>
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
          onUse={(values) => {
            const isRecording = enhanced.source === 'recording'
            void openNewForm({
              action: 'enhance-content',
              provider: enhanced.answer.provider,
              actionIds: idsOf(enhanced.answer, isRecording ? { actionId: input.transcriptId } : undefined),
              isPart: values.content !== enhanced.answer.enhanced_content || Object.keys(values).length < 4,
              values,
              ...(isRecording && { transcript: enhanced.text }),
              onTakenBack: () => giveBack(input),
            })
            // It lives in the post from now on.
            change({
              enhanced: undefined,
              ...(isRecording ? { transcript: '', transcriptId: undefined } : { text: '' }),
            })
            if (isRecording) void dropPieces()
          }}
        />
      )}
    </div>
  )
}
