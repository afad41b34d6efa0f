import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { Insight } from '../../content/insights.ts'
import { InsightMark } from '../site/illustrations/insight-marks.tsx'

type CarouselProps = {
  title: string
  kinds: Record<Insight['kind'], string>
  items: Insight[]
}

/** Milliseconds that an item stays (spec, section 9). */
const stay = 8000

/**
 * WAI-ARIA's carousel pattern over a plain row that scrolls sideways and snaps. Before the script arrives,
 * or without it, the row is all there is: every item can be reached by swiping, scrolling or the arrow
 * keys. Afterwards the same row gets its controls, in room that was kept for them, so nothing moves.
 *
 * https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export function Carousel({ title, kinds, items }: CarouselProps) {
  const titleId = useId()
  const rowId = useId()
  const row = useRef<HTMLDivElement>(null)
  const alive = useAlive()
  const hidden = useTabHidden()
  const reducedMotion = useReducedMotion()
  const [index, setIndex] = useState(0)
  const [jumped, setJumped] = useState(false)
  const [hovered, setHovered] = useState(false)
  // By keyboard: a button that was clicked keeps the focus, and that must not stop the carousel.
  const [focused, setFocused] = useState(false)
  // What the person chose with the button: it wins over hover, focus and the system's setting.
  const [choice, setChoice] = useState<'play' | 'pause'>()

  const willing = choice ? choice === 'play' : !reducedMotion
  const resting = choice !== 'play' && (hovered || focused)
  const rotating = alive && willing && !resting && !hidden

  function show(next: number) {
    const target = (next + items.length) % items.length
    const element = row.current
    if (element) element.scrollTo({ left: target * element.clientWidth, behavior: 'instant' })
    setJumped(true)
    setIndex(target)
  }

  // A timer is outside React. It starts anew with every item, however that item came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is new on every render, the timer must not be
  useEffect(() => {
    if (!rotating) return
    const timer = setTimeout(() => show(index + 1), stay)
    return () => clearTimeout(timer)
  }, [rotating, index])

  function followScroll() {
    const element = row.current
    if (!element || element.clientWidth === 0) return
    const seen = Math.round(element.scrollLeft / element.clientWidth)
    if (seen === index) return
    setJumped(false)
    setIndex(seen)
  }

  return (
    <section
      className="carousel"
      aria-roledescription="carousel"
      aria-labelledby={titleId}
      onPointerEnter={(event) => setHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
      onKeyDown={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className="carousel-head">
        <h2 id={titleId}>{title}</h2>
        <div className="carousel-buttons" data-alive={alive || undefined}>
          <button
            type="button"
            className="round-button"
            aria-label={willing ? 'Pause the slides' : 'Play the slides'}
            onClick={() => setChoice(willing ? 'pause' : 'play')}
          >
            <Icon d={willing ? 'M9 6v12M15 6v12' : 'M8.500 6l9 6-9 6z'} />
          </button>
          <button
            type="button"
            className="round-button"
            aria-label="Previous item"
            aria-controls={rowId}
            onClick={() => show(index - 1)}
          >
            <Icon d="M19 12H5M11 6l-6 6 6 6" />
          </button>
          <button
            type="button"
            className="round-button"
            aria-label="Next item"
            aria-controls={rowId}
            onClick={() => show(index + 1)}
          >
            <Icon d="M5 12h14M13 6l6 6-6 6" />
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div
        className="slides"
        id={rowId}
        ref={row}
        role="group"
        aria-label="Items, one at a time. They scroll sideways."
        aria-live={rotating ? 'off' : 'polite'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        data-jumped={jumped || undefined}
        onScroll={followScroll}
      >
        {items.map((item, position) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div
            key={item.text}
            className={`slide slide-${item.kind}`}
            role="group"
            aria-roledescription="slide"
            aria-label={`${position + 1} of ${items.length}`}
            aria-hidden={(alive && position !== index) || undefined}
            data-shown={(alive && position === index) || undefined}
          >
            <Slide item={item} kind={kinds[item.kind]} />
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div className="dots" role="group" aria-label="Choose an item" data-alive={alive || undefined}>
        {items.map((item, position) => (
          <button
            key={item.text}
            type="button"
            className="icon-button"
            aria-label={`Item ${position + 1} of ${items.length}`}
            aria-controls={rowId}
            aria-current={position === index || undefined}
            onClick={() => show(position)}
          />
        ))}
      </div>
    </section>
  )
}

function Slide({ item, kind }: { item: Insight; kind: string }) {
  return (
    <>
      <InsightMark kind={item.kind} />
      <p className="slide-kind">{kind}</p>
      {item.kind === 'quote' ? (
        <figure>
          <blockquote>“{item.text}”</blockquote>
          <figcaption>
            <b>{item.author}</b>, {item.source}
          </figcaption>
        </figure>
      ) : (
        <div>
          <h3>{item.title}</h3>
          <p>{item.text}</p>
        </div>
      )}
    </>
  )
}

function Icon({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

const noSubscription = () => () => {}

/** False on the server and while hydrating, true from then on. */
function useAlive(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
}

function useTabHidden(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => document.hidden,
    () => false,
  )
}

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia('(prefers-reduced-motion: reduce)')
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    () => false,
  )
}
