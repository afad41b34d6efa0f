import { useEffect, useState } from 'react'
import { SmallButton } from '../../ui/button.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import type { Writing } from './use-writing.ts'

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
