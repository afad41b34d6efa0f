import { useEffect, useRef, useState } from 'react'

/**
 * An email as its readers see it. The frame runs no script and holds a document of its own, so that neither side changes
 * how the other one looks. The site's policy allows no inline style, so the email's style sheet is added from script.
 */
export function EmailPreview({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [height, setHeight] = useState(0)

  // The document in the frame is not React's: what the server sends is whole and clean HTML.
  useEffect(() => {
    const inside = frame.current?.contentDocument
    const view = inside?.defaultView
    if (!isReady || !inside || !view) return
    const { styles, body } = readEmail(html)
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(styles)
    inside.adoptedStyleSheets = [sheet]
    inside.documentElement.lang = 'en'
    inside.body.replaceWith(inside.importNode(body, true))
    // Images and fonts change the height once they are there.
    const observer = new view.ResizeObserver(() => setHeight(inside.documentElement.scrollHeight))
    observer.observe(inside.body)
    return () => observer.disconnect()
  }, [html, isReady])

  return (
    <iframe
      ref={frame}
      className="email-preview"
      title={title}
      // Without a document type, tables would not take over the font of what is around them.
      srcDoc="<!doctype html>"
      onLoad={() => setReady(true)}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      height={height || undefined}
    />
  )
}

function readEmail(html: string): { styles: string; body: HTMLElement } {
  const style = /<style>([\s\S]*?)<\/style>/
  // Taken out before the HTML is parsed, because the policy holds for a parsed document as well.
  const { body } = new DOMParser().parseFromString(html.replace(style, ''), 'text/html')
  for (const image of body.querySelectorAll('img')) {
    // The email names our own images by the site's public address, which need not be the one that the admin uses.
    const path = URL.canParse(image.src) ? new URL(image.src).pathname : ''
    image.removeAttribute('srcset')
    if (path.startsWith('/media/')) image.setAttribute('src', path)
  }
  // A link opens beside the admin and leaves the preview as it is.
  for (const link of body.querySelectorAll('a')) link.target = '_blank'
  return { styles: style.exec(html)?.[1] ?? '', body }
}
