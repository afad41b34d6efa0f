import { useMemo, useSyncExternalStore } from 'react'
import { countWords, readParagraphs } from '../editing/html-text.ts'
import { giveHints, goodLength } from './house-style.ts'
import type { RoomAutosave } from './room-autosave.ts'

/** Shows the length of the draft, and tips to make it easier to read. */
export function Hints({ autosave }: { autosave: RoomAutosave }) {
  const content = useSyncExternalStore(autosave.store.subscribe, () => autosave.values.content)
  const facts = useMemo(() => readFacts(content), [content])
  const words = countWords(facts.paragraphs.join('\n'))
  const hints = useMemo(() => giveHints(facts), [facts])
  return (
    <section aria-labelledby="hints-title" className="room-hints">
      <h2 id="hints-title">Writing tips</h2>
      <p className="word-count">
        <strong>{words === 1 ? '1 word' : `${words.toLocaleString('en-US')} words`}</strong>
        <span className="field-hint">
          Most posts here have {goodLength.min} to {goodLength.max.toLocaleString('en-US')}.
        </span>
      </p>
      {hints.length > 0 ? (
        <ul className="dash-list">
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      ) : (
        <p className="field-hint">Short sentences, everyday words, one idea per paragraph.</p>
      )}
    </section>
  )
}

function readFacts(content: string) {
  const { body } = new DOMParser().parseFromString(content, 'text/html')
  return {
    paragraphs: readParagraphs(content),
    headings: body.querySelectorAll('h1, h2, h3').length,
    picturesWithoutWords: [...body.querySelectorAll('img')].filter((img) => img.alt === '').length,
  }
}
