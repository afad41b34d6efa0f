import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { ChoiceBar } from '../../../../core/web/ui/choice-bar.tsx'

/** Widths in CSS pixels at which a page can be previewed */
const widths = { phone: 390, tablet: 768, desktop: 1280 }
type Width = keyof typeof widths

type PagePreviewProps = {
  /** Name of the page */
  label: string
  html: string | undefined
  /** Which page it is. Another one gets a new frame, because it has other style sheets. */
  page: string
  /** Selector of the part to scroll to when the page is shown first */
  selector: string | undefined
  /** Parts that a click opens. A part inside another comes later. */
  parts?: PreviewPart[]
  /** Opens the form of a part. `words` are those at the click, then those around them. */
  onPick?: (id: string, words: string[]) => void
  /** Lets the user choose the theme, for sections that look different in each */
  hasThemes: boolean
  /** More controls in the bar above the page */
  children?: ReactNode
}

export type PreviewPart = { id: string; title: string; selector: string }

type Theme = 'light' | 'dark'

/** For links from the form, which is above the preview in narrow windows */
export const previewId = 'preview'

/**
 * A public page, rendered by the server, in a frame of its own. The frame is sandboxed: no script runs, and links and
 * forms do nothing. Its document comes from `srcdoc`, which inherits the admin's content security policy, so that no
 * page has to allow being framed.
 */
export function PagePreview({
  label,
  page,
  html,
  selector,
  parts = [],
  onPick,
  hasThemes,
  children,
}: PagePreviewProps) {
  const [width, setWidth] = useState<Width>(() => (innerWidth < 640 ? 'phone' : 'desktop'))
  const [theme, setTheme] = useState<Theme>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const pane = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return
    const scaleToPane = () => {
      const scale = Math.min(1, element.clientWidth / widths[width])
      element.style.setProperty('--preview-width', `${widths[width]}px`)
      element.style.setProperty('--preview-scale', String(scale))
    }
    const observer = new ResizeObserver(scaleToPane)
    observer.observe(element)
    scaleToPane()
    return () => observer.disconnect()
  }, [width])

  return (
    <section className="page-preview" id={previewId} tabIndex={-1} aria-label={`Preview: ${label}`}>
      <div className="page-preview-bar">
        {!children && (
          <p>
            <b>{label}</b> as visitors will see it
          </p>
        )}
        <div className="page-preview-choices">
          {children}
          {hasThemes && (
            <ChoiceBar
              label="Theme of the preview"
              options={{ light: 'Light', dark: 'Dark' }}
              value={theme}
              onChange={setTheme}
            />
          )}
          <ChoiceBar
            label="Width of the preview"
            options={{ phone: 'Phone', tablet: 'Tablet', desktop: 'Computer' }}
            value={width}
            onChange={setWidth}
          />
        </div>
      </div>
      <div className="page-preview-pane" ref={pane} data-width={width}>
        <PreviewFrame
          key={page}
          title={`Preview: ${label}`}
          html={html}
          selector={selector}
          parts={parts}
          onPick={onPick}
          theme={hasThemes ? theme : undefined}
        />
      </div>
    </section>
  )
}

type PreviewFrameProps = Pick<PagePreviewProps, 'html' | 'selector' | 'onPick'> & {
  title: string
  parts: PreviewPart[]
  /** The theme to show; undefined for the one of the visitor's device */
  theme: Theme | undefined
}

function PreviewFrame({ title, html, selector, parts, onPick, theme }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef<string>(undefined)
  const [first, setFirst] = useState(html)
  if (first === undefined && html !== undefined) setFirst(html)

  // Effects, because the frame's document is outside of React.
  const showNext = useEffectEvent((next: string) => {
    showDocument(frame.current?.contentDocument, next, selector)
    mark()
  })
  useEffect(() => {
    if (html !== undefined && html !== (shown.current ?? first)) showNext(html)
    shown.current = html
  }, [html, first])

  const showTheme = () => {
    const root = frame.current?.contentDocument?.documentElement
    if (root && theme) root.style.colorScheme = theme
  }
  useEffect(showTheme)

  // A part that is opened elsewhere comes into view.
  useEffect(() => {
    if (frame.current?.contentDocument) scrollToPart(frame.current.contentDocument, selector)
  }, [selector])

  const mark = () => {
    const document = frame.current?.contentDocument
    if (document && onPick) markParts(document, parts)
  }
  const pick = useEffectEvent((target: Element | null) => {
    const part = target?.closest<HTMLElement>('[data-part]')
    if (part?.dataset.part) onPick?.(part.dataset.part, wordsAround(target, part))
  })

  function prepare() {
    const document = frame.current?.contentDocument
    if (!document) return
    showTheme()
    skipControls(document)
    mark()
    document.addEventListener('click', (event) => {
      const target = event.target as Element | null
      if (target?.closest('a')) event.preventDefault()
      pick(target)
    })
    scrollToPart(document, selector)
  }

  if (first === undefined) return <p className="page-preview-waiting">Loading the preview...</p>
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={withoutScripts(first)}
      onLoad={prepare}
    />
  )
}

/** The sandbox runs no script. Without script elements, the browser does not report that it refused to run one. */
function withoutScripts(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const script of page.querySelectorAll('script')) script.remove()
  return `<!doctype html>${page.documentElement.outerHTML}`
}

/** Marks the parts in the frame's document, with a line around the one below the pointer. */
function markParts(page: Document, parts: PreviewPart[]) {
  for (const { id, title, selector } of parts)
    for (const element of page.querySelectorAll<HTMLElement>(selector)) {
      element.dataset.part = id
      element.title = `Edit: ${title}`
    }
  const { CSSStyleSheet } = page.defaultView ?? {}
  if (!CSSStyleSheet || page.adoptedStyleSheets.length > 0) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(partStyle)
  page.adoptedStyleSheets = [sheet]
}

const partStyle = `
  [data-part] { cursor: pointer; }
  [data-part]:hover:not(:has([data-part]:hover)) { outline: 3px solid Highlight; outline-offset: -3px; }
`

/** The texts of the elements from a click outward, up to the part */
function wordsAround(target: Element | null, part: Element): string[] {
  const words: string[] = []
  for (let element = target; element && element !== part; element = element.parentElement)
    words.push(element.textContent.trim())
  return words.filter(Boolean)
}

/** Scrolls to a part that is not in view. */
function scrollToPart(page: Document, selector: string | undefined) {
  const top = topOf(page, selector)
  const height = page.defaultView?.innerHeight ?? 0
  // The header stays above the part.
  const header = page.querySelector('.site-header')?.clientHeight ?? 0
  if (top !== undefined && (top < header || top > height / 2))
    page.defaultView?.scrollBy(0, top - header - spaceAbove)
}

/** CSS pixels between the header of the page and the part that is shown first */
const spaceAbove = 24

/** Where the part is in the frame. `scrollIntoView` would also scroll the admin. */
const topOf = (page: Document, selector: string | undefined) =>
  selector === undefined ? undefined : page.querySelector(selector)?.getBoundingClientRect().top

/**
 * Shows new content without loading the page again, so that the part stays where it is in the frame and nothing flickers.
 */
function showDocument(page: Document | null | undefined, html: string, selector: string | undefined) {
  if (!page) return
  const topBefore = topOf(page, selector)
  const next = new DOMParser().parseFromString(html, 'text/html')
  replaceStyles(page, next)
  const openBefore = [...page.querySelectorAll('details')].map((details) => details.open)
  const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {}
  page.body.replaceWith(page.adoptNode(next.body))
  skipControls(page)
  for (const [index, details] of [...page.querySelectorAll('details')].entries())
    details.open = openBefore[index] ?? details.open
  page.defaultView?.scrollTo(scrollX, scrollY)
  const top = topOf(page, selector)
  if (top !== undefined && topBefore !== undefined) page.defaultView?.scrollBy(0, top - topBefore)
}

/** Links and fields do nothing here, so the keyboard goes past them. What can be unfolded stays reachable. */
function skipControls(page: Document) {
  for (const control of page.querySelectorAll<HTMLElement>('a, button, input, select, textarea'))
    control.tabIndex = -1
}

/** Adds the style sheets that are new, and removes those that are gone once the new ones have loaded. */
function replaceStyles(page: Document, next: Document) {
  const linksIn = (one: Document) => [...one.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const hrefOf = (link: HTMLLinkElement) => link.getAttribute('href')
  const [old, wanted] = [linksIn(page), linksIn(next)]
  const gone = old.filter((link) => !wanted.some((other) => hrefOf(other) === hrefOf(link)))
  const added = wanted.filter((link) => !old.some((other) => hrefOf(other) === hrefOf(link)))
  const removeGone = () => {
    for (const link of gone) link.remove()
  }
  if (added.length === 0) removeGone()
  for (const link of added) {
    const copy = page.importNode(link)
    copy.addEventListener('load', removeGone)
    page.head.append(copy)
  }
}
