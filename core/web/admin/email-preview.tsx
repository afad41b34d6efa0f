import { useEffect, useRef, useState } from 'react'

/**
 * Shows an email as readers see it. The email is in an iframe, so that its styles and the admin's styles do not mix.
 * The site's Content-Security-Policy forbids inline styles, so a constructed style sheet is added instead.
 */
export function EmailPreview({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [height, setHeight] = useState(0)

  // The server sends a complete, sanitized HTML document, which is put into the frame without React.
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
    // The height changes when images and fonts load.
    const observer = new view.ResizeObserver(() => setHeight(inside.documentElement.scrollHeight))
    observer.observe(inside.body)
    return () => observer.disconnect()
  }, [html, isReady])

  return (
    <iframe
      ref={frame}
      className="email-preview"
      title={title}
      // Without a doctype, browsers use quirks mode, in which tables do not inherit the font.
      srcDoc="<!doctype html>"
      onLoad={() => setReady(true)}
      // No allow-scripts, so the email cannot run scripts. allow-same-origin lets this page write into the frame.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      height={height || undefined}
    />
  )
}

function readEmail(html: string): { styles: string; body: HTMLElement } {
  const style = /<style>([\s\S]*?)<\/style>/
  // Remove the style element before parsing, because the Content-Security-Policy also applies to parsed documents.
  const { body } = new DOMParser().parseFromString(html.replace(style, ''), 'text/html')
  for (const image of body.querySelectorAll('img')) {
    // Image URLs begin with the site's public address. The admin may be open under a different address.
    const path = URL.canParse(image.src) ? new URL(image.src).pathname : ''
    image.removeAttribute('srcset')
    if (path.startsWith('/media/')) image.setAttribute('src', path)
  }
  // Links open in a new tab, so that they do not replace the preview. Those that lead nowhere yet do nothing.
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a:not([href="#"])')) link.target = '_blank'
  return { styles: style.exec(html)?.[1] ?? '', body }
}
