import { useMemo, useSyncExternalStore } from 'react'
import { countWords, readParagraphs } from '../../../posts/web/editor/html-text.ts'
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

/** Usual length of a post in words */
const goodLength = { min: 500, max: 1500 } as const
/** Sentences with more words than this get a tip */
const longSentence = 30
/** Paragraphs with more words than this get a tip */
const longParagraph = 120
/** Texts with at least this many words should have headings */
const needsHeadings = 400

/** Marketing words, each with a plainer replacement */
const plainWords: Record<string, string> = {
  leverage: 'use',
  unlock: 'get, or open',
  supercharge: 'help, or speed up',
  'game-changer': 'say what changes',
  'game changer': 'say what changes',
  utilize: 'use',
  synergy: 'say what fits together',
  'cutting-edge': 'new',
  revolutionize: 'change',
  seamless: 'easy',
  empower: 'help',
}

type TextFacts = { paragraphs: string[]; headings: number; picturesWithoutWords: number }

/** Returns tips about the style of a text; an empty list if there is nothing to improve. */
export function giveHints({ paragraphs, headings, picturesWithoutWords }: TextFacts): string[] {
  const hints: string[] = []
  const text = paragraphs.join('\n')
  const words = countWords(text)
  if (words > goodLength.max)
    hints.push(
      `${words.toLocaleString('en-US')} words is a lot. Most posts here have ${goodLength.min} to ${goodLength.max.toLocaleString('en-US')}.`,
    )
  if (words >= needsHeadings && headings === 0)
    hints.push('A heading every few paragraphs helps people who skim.')
  const long = paragraphs.flatMap(splitSentences).filter((sentence) => countWords(sentence) > longSentence)
  if (long.length > 0)
    hints.push(
      `${long.length === 1 ? 'One sentence has' : `${long.length} sentences have`} more than ${longSentence} words. Try two short ones: “${beginning(long[0] ?? '')}”`,
    )
  const heavy = paragraphs.filter((paragraph) => countWords(paragraph) > longParagraph)
  if (heavy.length > 0)
    hints.push(
      `${heavy.length === 1 ? 'One paragraph is' : `${heavy.length} paragraphs are`} long on a phone. Split it: “${beginning(heavy[0] ?? '')}”`,
    )
  for (const [word, instead] of Object.entries(plainWords))
    if (new RegExp(`\\b${word}`, 'i').test(text)) hints.push(`Instead of “${word}” we say: ${instead}.`)
  if (picturesWithoutWords > 0)
    hints.push(
      'An image is missing a description for people who can’t see it. Select it and click the image button.',
    )
  return hints
}

function splitSentences(paragraph: string): string[] {
  return paragraph.split(/(?<=[.!?])\s+/)
}

function beginning(text: string): string {
  return `${text.trim().split(/\s+/).slice(0, 6).join(' ')}...`
}
