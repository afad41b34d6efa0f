import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../ui/toast.ts'
import { askAi } from './ai-calls.ts'

/** A text that is being written. */
export type Writing = { text: string; startedAt: number; stop: () => void }

/**
 * Asks for a text and lets the person read along. `write` gives the reply, or undefined where the person has
 * stopped it, or would rather not send it. It ends with the component.
 */
export function useWriting(): {
  writing: Writing | undefined
  /** `text` is what the AI service will read, where that is not `asked` as it is. */
  write: (path: string, asked: Record<string, string>, text?: string) => Promise<unknown>
} {
  const [writing, setWriting] = useState<Writing>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function write(path: string, asked: Record<string, string>, text?: string): Promise<unknown> {
    const stopping = new AbortController()
    const { signal } = stopping
    running.current = stopping
    const starter = document.activeElement
    const stop = () => {
      stopping.abort()
      showToast({ title: 'Stopped', description: 'Nothing was changed.' })
      // The button that was pressed is about to go.
      if (starter instanceof HTMLElement) starter.focus()
    }
    const begin: Writing = { text: '', startedAt: Date.now(), stop }
    setWriting(begin)
    try {
      const reading = { signal, onText: (soFar: string) => setWriting({ ...begin, text: soFar }) }
      return await askAi(path, asked, reading, text)
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      setWriting(undefined)
    }
  }

  return { writing, write }
}
