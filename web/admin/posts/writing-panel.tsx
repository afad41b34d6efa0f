import { useEffect, useState } from 'react'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import type { Writing } from './use-writing.ts'

/** Ms before it shows: what is there at once needs no panel. */
const patience = 300

/** What is being written, as far as it has come, how long it takes, and the way to stop it. */
export function WritingPanel({ writing: { text, startedAt, stop } }: { writing: Writing }) {
  const [now, setNow] = useState(startedAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), patience)
    return () => clearInterval(timer)
  }, [])
  if (now - startedAt < patience) return null
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
        <button type="button" className="btn btn-quiet btn-small" onClick={stop}>
          Stop
        </button>
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
