import { calloutLabels, readTone } from '../../contract/post-blocks.ts'

/**
 * Converts HTML to plain text, with a blank line between blocks. It has the addresses of buttons, files, and videos, and
 * the labels of callouts, so that a comparison of two texts shows that they changed.
 */
export function textOfHtml(html: string): string {
  const body = parse(html)
  for (const link of body.querySelectorAll<HTMLAnchorElement>('p[class] > a, figure > a'))
    link.append(` (${link.getAttribute('href')})`)
  for (const callout of body.querySelectorAll('aside[data-tone]')) {
    const label = document.createElement('p')
    label.textContent = `${calloutLabels[readTone(callout.getAttribute('data-tone'))]}:`
    callout.prepend(label)
  }
  return paragraphsOf(body).join('\n\n')
}

/** Returns the text of each paragraph, heading, code block, and video. */
export const readParagraphs = (html: string): string[] => paragraphsOf(parse(html))

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

function paragraphsOf(body: HTMLElement): string[] {
  const blocks = [...body.querySelectorAll('p, h1, h2, h3, pre, figure')]
  const texts = blocks.length > 0 ? blocks.map((block) => block.textContent) : [body.textContent]
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

export const countWords = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

/** True if HTML contains visible text. Uses a pattern and not a parser, because it runs on every keystroke. */
export function hasText(html: string): boolean {
  return html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== ''
}
