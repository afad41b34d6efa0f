import type { Page } from '@playwright/test'
import { findUnplainWords } from './plain-words.ts'

/** Elements that show text by users: posts, text editors, and code */
const writtenByUsers =
  '.post-body, .shown-text, .as-written, [contenteditable="true"], pre, code, q, blockquote, [data-words="user"]'

/** Finds text on a page, visible or for screen readers, that breaks a rule of plain American English. */
export async function findUnplainWordsOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate((skipped) => {
    const found: string[] = [document.title]
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      (node) =>
        node instanceof Element && node.matches(`${skipped}, script, style, noscript`)
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_ACCEPT,
    )
    let text = ''
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        text += node.data
        continue
      }
      const element = node as Element
      if (getComputedStyle(element).display !== 'inline') {
        found.push(text)
        text = ''
      }
      for (const name of ['aria-label', 'placeholder', 'alt', 'title', 'aria-description'])
        found.push(element.getAttribute(name) ?? '')
    }
    return [...found, text].filter((one) => one.trim() !== '')
  }, writtenByUsers)
  const isAdmin = new URL(page.url()).pathname.startsWith('/admin')
  return texts.flatMap((text) => findUnplainWords(text, { isAdmin }))
}
