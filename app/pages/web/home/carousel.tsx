import {
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useIsHydrated } from '../../../../core/web/ui/use-is-hydrated.ts'
import type { Insight } from '../../../../features/site/contract/site-content/sections.ts'
import { InsightWords } from './insight-words.tsx'

export type CarouselProps = {
  title: string
  kinds: Record<Insight['kind'], string>
  items: Insight[]
}

/** Milliseconds before the carousel moves to the next item */
const itemMs = 8000

/**
 * A carousel after the WAI-ARIA pattern, based on a row that scrolls sideways and snaps. Without JavaScript, visitors
 * reach every item by swiping, scrolling, or the arrow keys. With JavaScript, the row gets controls, which appear in
 * reserved space, so that nothing moves.
 *
 * https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export function Carousel({ title, kinds, items }: CarouselProps) {
  const titleId = useId()
  const rowId = useId()
  const row = useRef<HTMLDivElement>(null)
  const alive = useIsHydrated()
  const [index, setIndex] = useState(0)
  // True if a control or the timer showed the item, false if the visitor scrolled to it
  const [jumped, setJumped] = useState(false)

  function show(next: number) {
    const target = (next + items.length) % items.length
    const element = row.current
    if (element) element.scrollTo({ left: target * element.clientWidth, behavior: 'instant' })
    setJumped(true)
    setIndex(target)
  }
  const { isPlaying, isRotating, togglePlaying, pauseEvents } = useRotation(index, alive, show)

  function followScroll() {
    const element = row.current
    if (!element || element.clientWidth === 0) return
    const seen = Math.round(element.scrollLeft / element.clientWidth)
    if (seen === index) return
    setJumped(false)
    setIndex(seen)
  }

  return (
    <section className="carousel" aria-roledescription="carousel" aria-labelledby={titleId} {...pauseEvents}>
      <div className="carousel-head">
        <h2 id={titleId}>{title}</h2>
        <div className="carousel-buttons" data-alive={alive || undefined}>
          <RoundButton
            label={isPlaying ? 'Pause the slides' : 'Play the slides'}
            icon={isPlaying ? 'M9 6v12M15 6v12' : 'M8.500 6l9 6-9 6z'}
            onClick={togglePlaying}
          />
          <RoundButton
            label="Previous item"
            icon="M19 12H5M11 6l-6 6 6 6"
            controls={rowId}
            onClick={() => show(index - 1)}
          />
          <RoundButton
            label="Next item"
            icon="M5 12h14M13 6l6 6-6 6"
            controls={rowId}
            onClick={() => show(index + 1)}
          />
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div
        className="slides"
        id={rowId}
        ref={row}
        role="group"
        aria-label="Items, one at a time. They scroll sideways."
        aria-live={isRotating ? 'off' : 'polite'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        data-jumped={jumped || undefined}
        onScroll={followScroll}
      >
        {items.map((item, position) => (
          <Slide
            key={item.id}
            item={item}
            kind={kinds[item.kind]}
            label={`${position + 1} of ${items.length}`}
            isShown={alive ? position === index : undefined}
          />
        ))}
      </div>
      <Dots items={items} index={index} controls={rowId} alive={alive} show={show} />
    </section>
  )
}

type DotsProps = {
  items: Insight[]
  index: number
  controls: string
  alive: boolean
  show: (index: number) => void
}

function Dots({ items, index, controls, alive, show }: DotsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div className="dots" role="group" aria-label="Choose an item" data-alive={alive || undefined}>
      {items.map((item, position) => (
        <button
          key={item.id}
          type="button"
          className="icon-button"
          aria-label={`Item ${position + 1} of ${items.length}`}
          aria-controls={controls}
          aria-current={position === index || undefined}
          onClick={() => show(position)}
        />
      ))}
    </div>
  )
}

/** Moves to the next item every 8 seconds, unless the visitor hovers, paused the carousel, or prefers less motion. */
function useRotation(index: number, alive: boolean, show: (next: number) => void) {
  const hidden = useTabHidden()
  const reducedMotion = useReducedMotion()
  const [hovered, setHovered] = useState(false)
  // Keyboard focus only. A clicked button keeps the focus, too, and that must not stop the carousel.
  const [focused, setFocused] = useState(false)
  // The visitor's choice with the play/pause button. It overrides hover, focus, and the reduced-motion setting.
  const [choice, setChoice] = useState<'play' | 'pause'>()

  const isPlaying = choice ? choice === 'play' : !reducedMotion
  const isResting = choice !== 'play' && (hovered || focused)
  const isRotating = alive && isPlaying && !isResting && !hidden
  const showNext = useEffectEvent(() => show(index + 1))

  // `index` is a dependency, so that the timer restarts when another item is shown for any reason.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isRotating) return
    const timer = setTimeout(showNext, itemMs)
    return () => clearTimeout(timer)
  }, [isRotating, index])

  return {
    isPlaying,
    isRotating,
    togglePlaying: () => setChoice(isPlaying ? 'pause' : 'play'),
    pauseEvents: {
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
      onKeyDown: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

type RoundButtonProps = { label: string; icon: string; controls?: string; onClick: () => void }

function RoundButton({ label, icon, controls, onClick }: RoundButtonProps) {
  return (
    <button
      type="button"
      className="round-button"
      aria-label={label}
      aria-controls={controls}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  )
}

/** `isShown` is undefined before hydration and without JavaScript, when screen readers can reach all items. */
function Slide({
  item,
  kind,
  label,
  isShown,
}: {
  item: Insight
  kind: string
  label: string
  isShown: boolean | undefined
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      className={`slide slide-${item.kind}`}
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      aria-hidden={isShown === false || undefined}
      data-shown={isShown || undefined}
    >
      <InsightWords item={item} kind={kind} />
    </div>
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
