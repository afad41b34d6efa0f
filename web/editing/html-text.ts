/** Converts HTML to plain text, with a blank line between blocks. */
export function textOfHtml(html: string): string {
  return readParagraphs(html).join('\n\n')
}

/** Returns the text of each paragraph, heading, and code block. */
export function readParagraphs(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const blocks = [...body.querySelectorAll('p, h1, h2, h3, pre')]
  const texts = blocks.length > 0 ? blocks.map((block) => block.textContent) : [body.textContent]
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

export const countWords = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

/** True if HTML contains visible text. Uses a pattern and not a parser, because it runs on every keystroke. */
export function hasText(html: string): boolean {
  return html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== ''
}
