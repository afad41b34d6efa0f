import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { ScrollRegion } from '../../../../core/web/ui/scroll-region.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type AiBody, type AiEndpoint, askAi } from './ai-calls.ts'

/** Milliseconds before the panel appears, so that it does not flash on a fast response */
const showDelay = 300

/** Shows the text so far, the time it has taken, and a Stop button. */
export function WritingPanel({ writing: { text, startedAt, stop } }: { writing: Writing }) {
  const [now, setNow] = useState(startedAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), showDelay)
    return () => clearInterval(timer)
  }, [])
  if (now - startedAt < showDelay) return null
  const words = text === '' ? 0 : text.split(/\s+/).length
  return (
    <section className="writing" aria-label="AI output">
      <div className="writing-head">
        <p>
          <strong role="status">{words === 0 ? 'Thinking...' : 'Writing...'}</strong>{' '}
          <span>
            {words > 0 && `${words} ${words === 1 ? 'word' : 'words'}, `}
            {Math.floor((now - startedAt) / 1000)} s
          </span>
        </p>
        <SmallButton onClick={stop}>Stop</SmallButton>
      </div>
      <progress aria-label="Working on it" />
      {text !== '' && (
        <ScrollRegion label="The text so far">
          <p>{text}</p>
        </ScrollRegion>
      )}
    </section>
  )
}

/** The text that an AI service is writing right now */
export type Writing = { text: string; startedAt: number; stop: () => void }

/** `text` is the text to search for personal details, if it is not simply the values of the body. */
type Write = <E extends AiEndpoint>(
  endpoint: E,
  body: AiBody<E>,
  text?: string,
) => Promise<z.output<E['response']> | undefined>

/**
 * Requests a text from an AI service and streams it. `write` resolves to the response, or to undefined if the user
 * stopped the service or chose not to send the request. Unmounting the component stops the service, too.
 */
export function useWriting() {
  const [writing, setWriting] = useState<Writing>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const write: Write = async (endpoint, body, text) => {
    const stopping = new AbortController()
    const { signal } = stopping
    running.current = stopping
    const starter = document.activeElement
    const stop = () => {
      stopping.abort()
      showToast({ title: 'Stopped', description: 'Nothing was changed.' })
      // The Stop button is about to disappear.
      if (starter instanceof HTMLElement) starter.focus()
    }
    let startedAt = 0
    const onText = (text: string) => setWriting({ text, startedAt, stop })
    const onSend = () => {
      startedAt = Date.now()
      onText('')
    }
    try {
      const reader = { signal, onSend, onText }
      return await askAi(endpoint, body, reader, text)
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      setWriting(undefined)
    }
  }

  return { writing, write }
}
