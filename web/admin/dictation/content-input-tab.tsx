import { useEffect, useRef } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { WritingPanel } from '../posts/writing-panel.tsx'
import { ScreenLink } from '../screen-link.tsx'
import { DocumentCard } from './document-card.tsx'
import { RecorderCard } from './recorder-card.tsx'
import { Review } from './review.tsx'
import { TranscriptCard } from './transcript-card.tsx'
import { useContentInput } from './use-content-input.ts'

/** Turns a recording or a document into a text that AI has enhanced. After a review it becomes a new post. */
export function ContentInputTab() {
  const { input, writing, change, enhance, openPost } = useContentInput()
  const { text, transcript, enhanced } = input
  const heading = useRef<HTMLHeadingElement>(null)
  const isBusy = writing !== undefined

  // The clicked link, which had the focus, was removed with its screen.
  useEffect(() => heading.current?.focus(), [])

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
