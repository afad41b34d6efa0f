import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { hasText } from '../../editing/html-text.ts'
import { showToast } from '../../ui/toast.ts'
import { LoadProblem } from '../load-problem.tsx'
import { builtInNote } from '../posts/ai-calls.ts'
import type { ProposedValues } from '../posts/ai-proposal.tsx'
import { aiSettingsQuery } from '../posts/ai-services.tsx'
import { ScreenLink } from '../screen-link.tsx'
import type { Enhanced } from './kept-input.ts'
import { addedShare, type Mark, markSentences } from './mark-sentences.ts'
import { readSentences, withoutSentences } from './sentences-in-html.ts'

type ReviewProps = {
  enhanced: Enhanced
  onUse: (values: ProposedValues) => void
  onDiscard: () => void
}

/** The enhanced text, sentence by sentence: where it came from, and whether it stays. */
export function Review(props: ReviewProps) {
  // Only what someone said has a limit on what AI may add; a document has none.
  const isLimited = props.enhanced.source === 'recording'
  const { data, error, refetch } = useQuery({ ...aiSettingsQuery, enabled: isLimited })
  const heading = useRef<HTMLHeadingElement>(null)
  // The person waited for this result.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="review" aria-labelledby="review">
      <h2 id="review" ref={heading} tabIndex={-1}>
        Review
      </h2>
      {error && (
        <LoadProblem what="The AI limit couldn’t be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!isLimited && <MarkedText {...props} />}
      {isLimited && !data && !error && <p>Comparing...</p>}
      {isLimited && data && <MarkedText {...props} limit={data.settings.largestAddedShare} />}
    </section>
  )
}

const lineNames = { title: 'Title', excerpt: 'Excerpt', tags: 'Tags' } as const
const markNames: Record<Mark, string> = { yours: 'Yours', tidied: 'Cleaned up', added: 'Added by AI' }

function MarkedText({
  enhanced: { text, answer },
  onUse,
  onDiscard,
  limit,
}: ReviewProps & {
  /** In percent. Above it, what AI added starts out unchecked. */
  limit?: number
}) {
  const html = answer.enhanced_content
  const blocks = useMemo(() => readSentences(html), [html])
  const sentences = useMemo(() => {
    const all = blocks.flatMap((block) => block.sentences)
    const marks = markSentences(
      text,
      all.map((sentence) => sentence.text),
    )
    return all.map(({ text }, number) => ({ text, mark: marks[number] ?? 'added' }))
  }, [blocks, text])
  const added = sentences.flatMap(({ mark }, number) => (mark === 'added' ? [number] : []))
  const shareWithout = (dropped: ReadonlySet<number>) =>
    100 * addedShare(sentences.map((sentence, number) => ({ ...sentence, isTaken: !dropped.has(number) })))
  const whole = shareWithout(new Set())
  const isTooMuch = limit !== undefined && whole > limit
  const [dropped, setDropped] = useState<ReadonlySet<number>>(() => new Set(isTooMuch ? added : []))
  const [lines, setLines] = useState({ title: true, excerpt: true, tags: true })
  const content = dropped.size === 0 ? html : withoutSentences(html, dropped)
  const isEmpty = !hasText(content)
  const sentenceList = useRef<HTMLDivElement>(null)

  function toggle(number: number) {
    const next = new Set(dropped)
    if (!next.delete(number)) next.add(number)
    setDropped(next)
  }
  function use() {
    if (isEmpty) {
      showToast({ title: nothingLeft, tone: 'destructive' })
      // The way on is a sentence that was left out.
      return sentenceList.current?.querySelector('input')?.focus()
    }
    onUse({
      content,
      ...(lines.title && { title: answer.title }),
      ...(lines.excerpt && { excerpt: answer.excerpt }),
      ...(lines.tags && { tags: answer.tags }),
    })
  }
  const count = (wanted: Mark) => sentences.filter(({ mark }) => mark === wanted).length
  const note = builtInNote(answer.provider)

  return (
    <>
      {note && <p className="notice admin-notice">{note}</p>}
      <p>
        {describeCount(count('yours'))} yours, {count('tidied')} cleaned up, and {count('added')} added by AI
        ({percent(whole)} of the words).
      </p>
      {isTooMuch && (
        <p className="notice admin-notice" role="status">
          {/* The notice lays out its children in a row, so the sentence is one child. */}
          <span>
            AI added more than your limit of {limit}%, so its additions start out unchecked. Check the ones
            you want to keep. AI-added words now: {percent(shareWithout(dropped))}. You can change the limit
            in <ScreenLink href={paths.adminSettingsTab('ai')}>AI settings</ScreenLink>.
          </span>
        </p>
      )}
      {added.length > 0 && (
        <p className="form-actions">
          <button type="button" className="text-button" onClick={() => setDropped(new Set())}>
            Include all
          </button>
          <button type="button" className="text-button" onClick={() => setDropped(new Set(added))}>
            Leave out AI additions
          </button>
        </p>
      )}
      <div className="review-text" ref={sentenceList}>
        {blocks.map(({ tag, sentences: own }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text, which never changes
          <ul key={index} className={`review-block review-${tag}`}>
            {own.map(({ number, text }) => {
              const mark = sentences[number]?.mark ?? 'added'
              const isDropped = dropped.has(number)
              return (
                <li key={number} className={`review-${mark}`} data-dropped={isDropped || undefined}>
                  <span className="review-mark">{markNames[mark]}</span>
                  {mark === 'added' ? (
                    <label className="check">
                      <input type="checkbox" checked={!isDropped} onChange={() => toggle(number)} />
                      <span dir="auto">{text}</span>
                    </label>
                  ) : (
                    <span dir="auto">{text}</span>
                  )}
                </li>
              )
            })}
          </ul>
        ))}
      </div>
      <fieldset className="review-lines">
        <legend>Include these too</legend>
        {(['title', 'excerpt', 'tags'] as const).map((name) => (
          <Line
            key={name}
            label={lineNames[name]}
            text={name === 'tags' ? answer.tags.join(', ') : answer[name]}
            isTaken={lines[name]}
            onChange={(isTaken) => setLines({ ...lines, [name]: isTaken })}
          />
        ))}
      </fieldset>
      <div className="form-actions">
        <button
          type="button"
          className="btn"
          aria-describedby={isEmpty ? 'review-empty' : undefined}
          onClick={use}
        >
          Use in a new post
        </button>
        <button type="button" className="btn btn-quiet" onClick={onDiscard}>
          Discard
        </button>
        {isEmpty && (
          <p className="form-note" id="review-empty">
            {nothingLeft}
          </p>
        )}
      </div>
    </>
  )
}

function Line({
  label,
  text,
  isTaken,
  onChange,
}: {
  label: string
  text: string
  isTaken: boolean
  onChange: (isTaken: boolean) => void
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={isTaken} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        <strong>{label}:</strong> {text}
      </span>
    </label>
  )
}

const nothingLeft = 'There’s no text left. Include some of it.'

const describeCount = (count: number) => `${count} ${count === 1 ? 'sentence' : 'sentences'}`

const percent = (share: number) => `${share > 0 && share < 1 ? 'under 1' : Math.round(share)}%`
