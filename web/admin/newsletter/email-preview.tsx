import { useEffect, useRef, useState } from 'react'

/**
 * An email as its readers see it. It is in a frame without script, so that its styles and those of the admin do not
 * mix. The site's policy allows no inline styles, so the email's style sheet is added from script.
 */
export function EmailPreview({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [height, setHeight] = useState(0)

  // React does not render into the frame. The server sends a complete, sanitized document.
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
    // Images and fonts change the height when they have loaded.
    const observer = new view.ResizeObserver(() => setHeight(inside.documentElement.scrollHeight))
    observer.observe(inside.body)
    return () => observer.disconnect()
  }, [html, isReady])

  return (
    <iframe
      ref={frame}
      className="email-preview"
      title={title}
      // Without a doctype, tables would not inherit the font.
      srcDoc="<!doctype html>"
      onLoad={() => setReady(true)}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      height={height || undefined}
    />
  )
}

function readEmail(html: string): { styles: string; body: HTMLElement } {
  const style = /<style>([\s\S]*?)<\/style>/
  // The styles are removed before the HTML is parsed, because the policy applies to a parsed document, too.
  const { body } = new DOMParser().parseFromString(html.replace(style, ''), 'text/html')
  for (const image of body.querySelectorAll('img')) {
    // The URLs of images begin with the site's public address, which may differ from the one that the admin uses.
    const path = URL.canParse(image.src) ? new URL(image.src).pathname : ''
    image.removeAttribute('srcset')
    if (path.startsWith('/media/')) image.setAttribute('src', path)
  }
  // A link must not replace the preview.
  for (const link of body.querySelectorAll('a')) link.target = '_blank'
  return { styles: style.exec(html)?.[1] ?? '', body }
}
