import { useRef, useState } from 'react'
import { contentEnhance, assistantMessages as messages } from '../../../contracts/assistant.ts'
import { showToast } from '../../ui/toast.ts'
import { builtInNote } from '../posts/ai-calls.ts'
import { idsOf, type ProposedValues } from '../posts/ai-proposal.tsx'
import { showAiFailure } from '../posts/ai-services.tsx'
import { openNewForm } from '../posts/new-form.ts'
import { useWriting } from '../posts/use-writing.ts'
import { type Enhanced, type KeptInput, keepInput, readInput, restoreInput } from './kept-input.ts'
import { dropPieces } from './recording-store.ts'

/** The input stored in this browser, with functions to change it, enhance it, and put the result into a new post */
export function useContentInput() {
  const [input, setInput] = useState(readInput)
  // A ref, so that a request that started before the last change also sees that change.
  const latest = useRef(input)
  const isEnhancing = useRef(false)
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
    try {
      const answer = await write(contentEnhance, { content, style: 'blog-post' })
      if (answer === undefined) return
      showToast({ title: messages.enhanced, description: builtInNote(answer.provider) || undefined })
      change({ enhanced: { source, text: content, answer } })
    } catch (error) {
      showAiFailure(messages.enhanceFailed, error)
    } finally {
      isEnhancing.current = false
    }
  }

  function openPost({ source, text, answer }: Enhanced, values: ProposedValues) {
    const isRecording = source === 'recording'
    void openNewForm({
      action: 'enhance-content',
      provider: answer.provider,
      actionIds: idsOf(answer, isRecording ? { actionId: input.transcriptId } : undefined),
      // The four values are title, content, excerpt, and tags. The user may have left out sentences or whole fields.
      isPart: values.content !== answer.enhanced_content || Object.keys(values).length < 4,
      values,
      ...(isRecording && { transcript: text }),
      onUndone: () => restoreInput(input),
    })
    // The new post has the text now, so remove it here. Undo brings it back (`onUndone` above).
    change({
      enhanced: undefined,
      ...(isRecording ? { transcript: '', transcriptId: undefined } : { text: '' }),
    })
    if (isRecording) void dropPieces()
  }

  return { input, writing, change, enhance, openPost }
}
