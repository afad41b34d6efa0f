import { useQueryClient } from '@tanstack/react-query'
import { Mic, Square } from 'lucide-react'
import { useRef } from 'react'
import { SmallButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import type { UseEditorTools } from '../../../../posts/web/admin/post-tools.ts'
import { aiServicesQuery, waysToConnect } from '../ai-services.tsx'
import { formatSeconds } from './recorder.ts'
import { useRecording } from './use-recording.ts'

/** A microphone in the toolbar. What the user says goes into the text where the caret was. */
export const useDictation: UseEditorTools = (form, editor) => {
  const queries = useQueryClient()
  const insert = useRef<(text: string) => void>(undefined)
  const { state, isStarting, isSending, problem, ...recorder } = useRecording({
    hasTranscript: false,
    onTranscript(text, actionId) {
      insert.current?.(text.trim())
      insert.current = undefined
      if (actionId !== undefined)
        form.setValue('aiActions', [
          ...form.getValues('aiActions'),
          { id: actionId, applied: 'part', fields: ['content'] },
        ])
      recorder.discard()
      editor.current?.focus()
    },
  })
  const isRecording = state.phase === 'recording'

  async function press() {
    if (isRecording) return void recorder.transcribe()
    // If it fails, the transcription says why.
    const services = await queries.ensureQueryData(aiServicesQuery).catch(() => undefined)
    if (services && !services.speech) {
      const actions = waysToConnect()
      return showToast({
        title: 'Dictation needs a speech-to-text service, and none is connected yet.',
        description: actions.length === 0 ? 'Ask an owner to connect one.' : undefined,
        actions,
      })
    }
    insert.current = editor.current?.markCaret()
    recorder.start()
  }

  const isWaiting = isStarting || isSending
  const isHeld = problem !== '' && state.phase === 'stopped' && !isSending
  return {
    tools: [
      {
        name: 'dictate',
        label: 'Dictate',
        icon: isRecording ? Square : Mic,
        isOn: isRecording,
        run: () => isWaiting || void press(),
      },
    ],
    below: (isRecording || isSending || isHeld) && (
      <section className="dictation" aria-label="Dictation">
        {isRecording && (
          <p>
            <strong>Recording</strong> <span role="timer">{formatSeconds(state.seconds)}</span>
          </p>
        )}
        {isRecording && <SmallButton onClick={() => void recorder.transcribe()}>Stop and insert</SmallButton>}
        {isSending && <p role="status">Transcribing...</p>}
        {isSending && <SmallButton onClick={recorder.cancel}>Stop</SmallButton>}
        {isHeld && <p role="status">{problem} Your recording is still here.</p>}
        {isHeld && <SmallButton onClick={() => void recorder.transcribe()}>Try again</SmallButton>}
        {isHeld && (
          <TextButton onClick={() => confirm('Delete this recording?') && recorder.discard()}>
            Delete
          </TextButton>
        )}
      </section>
    ),
  }
}
