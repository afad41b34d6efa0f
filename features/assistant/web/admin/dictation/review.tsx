import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { paths } from '../../../../../core/contract/paths.ts'
import { useMay } from '../../../../../core/web/admin/current-user.ts'
import { LoadProblem } from '../../../../../core/web/admin/load-problem.tsx'
import { ScreenLink } from '../../../../../core/web/admin/screen-link.tsx'
import { Button, QuietButton } from '../../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../../core/web/ui/check-box.tsx'
import { focusOnMount } from '../../../../../core/web/ui/focus-on-mount.ts'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { toggled } from '../../../../../core/web/ui/toggled.ts'
import { postFields } from '../../../../posts/contract/posts.ts'
import { builtInNote, type ProposedValues, wholeFields } from '../../../../posts/web/admin/ai-proposal.tsx'
import { BulkChoice } from '../../../../posts/web/admin/bulk-choice.tsx'
import { hasText } from '../../../../posts/web/editor/html-text.ts'
import { aiServicesQuery } from '../ai-services.tsx'
import type { Enhanced } from './kept-input.ts'
import { addedShare, type Mark, markSentences } from './mark-sentences.ts'
import { readSentences, type TextBlock, withoutSentences } from './sentences-in-html.ts'

type ReviewProps = {
  enhanced: Enhanced
  onUse: (values: ProposedValues) => void
  onDiscard: () => void
}

/** Shows each sentence of the enhanced text with its origin, and a checkbox to leave out sentences that AI added. */
export function Review(props: ReviewProps) {
  // The limit on AI additions (in the AI settings) applies only to recordings.
  const isLimited = props.enhanced.source === 'recording'
  const { data, error, refetch } = useQuery({ ...aiServicesQuery, enabled: isLimited })
  return (
    <Section id="review" title="Review" headline={focusOnMount} className="review">
      {error && (
        <LoadProblem what="The AI limit couldn’t be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!isLimited && <MarkedText {...props} />}
      {isLimited && !data && !error && <p>Comparing...</p>}
      {isLimited && data && <MarkedText {...props} limit={data.largestAddedShare} />}
    </Section>
  )
}

const markNames: Record<Mark, string> = { yours: 'Yours', tidied: 'Cleaned up', added: 'Added by AI' }

type MarkedTextProps = ReviewProps & {
  /** Maximum percentage of words that AI added. Above this limit, the sentences that AI added start unchecked. */
  limit?: number
}

function MarkedText({ enhanced: { text, answer }, onUse, onDiscard, limit }: MarkedTextProps) {
  const html = answer.enhanced_content
  const { blocks, sentences, added, shareWithout } = useMarkedSentences(html, text)
  const totalShare = shareWithout(new Set())
  const isOverLimit = limit !== undefined && totalShare > limit
  const [dropped, setDropped] = useState<ReadonlySet<number>>(() => new Set(isOverLimit ? added : []))
  const [included, setIncluded] = useState<ReadonlySet<WholeField>>(new Set(wholeFields))
  const content = dropped.size === 0 ? html : withoutSentences(html, dropped)
  const isEmpty = !hasText(content)
  const sentenceList = useRef<HTMLDivElement>(null)

  function use() {
    if (isEmpty) {
      showToast({ title: nothingLeft, tone: 'destructive' })
      // The focus goes to the first checkbox, because the user has to include at least one sentence.
      return sentenceList.current?.querySelector('input')?.focus()
    }
    const chosen = wholeFields.filter((name) => included.has(name))
    onUse({ content, ...Object.fromEntries(chosen.map((name) => [name, answer[name]])) })
  }
  const note = builtInNote(answer.provider)

  return (
    <>
      {note && <p className="notice admin-notice">{note}</p>}
      <Summary sentences={sentences} share={totalShare} />
      {isOverLimit && <OverLimit limit={limit} share={shareWithout(dropped)} />}
      {added.length > 0 && (
        <BulkChoice
          labels={['Include all', 'Leave out AI additions']}
          onChoose={(isAll) => setDropped(new Set(isAll ? [] : added))}
        />
      )}
      <div className="review-text" ref={sentenceList}>
        {blocks.map((block, index) => (
          <Block
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change
            key={index}
            block={block}
            sentences={sentences}
            dropped={dropped}
            onChange={setDropped}
          />
        ))}
      </div>
      <WholeFields answer={answer} included={included} onChange={setIncluded} />
      <div className="form-actions">
        <Button aria-describedby={isEmpty ? 'review-empty' : undefined} onClick={use}>
          Use in a new post
        </Button>
        <QuietButton onClick={onDiscard}>Discard</QuietButton>
        {isEmpty && (
          <p className="form-note" id="review-empty">
            {nothingLeft}
          </p>
        )}
      </div>
    </>
  )
}

type WholeField = (typeof wholeFields)[number]
type Sentence = { text: string; mark: Mark }

/** Marks the sentences of the enhanced HTML by comparing them with the original text. */
function useMarkedSentences(html: string, original: string) {
  const blocks = useMemo(() => readSentences(html), [html])
  const sentences: Sentence[] = useMemo(() => {
    const texts = blocks.flatMap((block) => block.sentences).map(({ text }) => text)
    const marks = markSentences(original, texts)
    return texts.map((text, number) => ({ text, mark: marks[number] ?? 'added' }))
  }, [blocks, original])
  return {
    blocks,
    sentences,
    /** Indexes of the sentences that AI added */
    added: sentences.flatMap(({ mark }, number) => (mark === 'added' ? [number] : [])),
    /** Percentage of words that AI added if the sentences with these indexes are left out */
    shareWithout: (dropped: ReadonlySet<number>) =>
      100 *
      addedShare(sentences.map((sentence, number) => ({ ...sentence, isIncluded: !dropped.has(number) }))),
  }
}

function Summary({ sentences, share }: { sentences: Sentence[]; share: number }) {
  const count = (wanted: Mark) => sentences.filter(({ mark }) => mark === wanted).length
  return (
    <p>
      {describeCount(count('yours'))} yours, {count('tidied')} cleaned up, and {count('added')} added by AI (
      {percent(share)} of the words).
    </p>
  )
}

function OverLimit({ limit, share }: { limit: number; share: number }) {
  const mayChange = useMay('manageSite')
  return (
    <p className="notice admin-notice" role="status">
      {/* The notice lays out its children in a row, so the sentence must be a single child. */}
      <span>
        AI added more than your limit of {limit}%, so its additions start out unchecked. Check the ones you
        want to keep. AI-added words now: {percent(share)}.
        {mayChange && (
          <>
            {' '}
            You can change the limit in{' '}
            <ScreenLink href={paths.adminSettingsTab('ai')}>AI settings</ScreenLink>.
          </>
        )}
      </span>
    </p>
  )
}

type BlockProps = {
  block: TextBlock
  sentences: Sentence[]
  dropped: ReadonlySet<number>
  onChange: (dropped: ReadonlySet<number>) => void
}

function Block({ block, sentences, dropped, onChange }: BlockProps) {
  return (
    <ul className={`review-block review-${block.tag}`}>
      {block.sentences.map(({ number, text }) => {
        const mark = sentences[number]?.mark ?? 'added'
        const isDropped = dropped.has(number)
        return (
          <li key={number} className={`review-${mark}`} data-dropped={isDropped || undefined}>
            <span className="review-mark">{markNames[mark]}</span>
            {mark === 'added' ? (
              <CheckBox checked={!isDropped} onChange={() => onChange(toggled(dropped, number))}>
                <span dir="auto">{text}</span>
              </CheckBox>
            ) : (
              <span dir="auto">{text}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type WholeFieldsProps = {
  answer: Enhanced['answer']
  included: ReadonlySet<WholeField>
  onChange: (included: ReadonlySet<WholeField>) => void
}

/** Checkboxes for the fields that the user can only include as a whole: title, excerpt, and tags */
function WholeFields({ answer, included, onChange }: WholeFieldsProps) {
  return (
    <fieldset className="review-lines">
      <legend>Include these too</legend>
      {wholeFields.map((name) => (
        <CheckBox key={name} checked={included.has(name)} onChange={() => onChange(toggled(included, name))}>
          <span>
            <strong>{postFields[name].label}:</strong>{' '}
            {name === 'tags' ? answer.tags.join(', ') : answer[name]}
          </span>
        </CheckBox>
      ))}
    </fieldset>
  )
}

const nothingLeft = 'There’s no text left. Include some of it.'

const describeCount = (count: number) => `${count} ${count === 1 ? 'sentence' : 'sentences'}`

const percent = (share: number) => `${share > 0 && share < 1 ? 'under 1' : Math.round(share)}%`
