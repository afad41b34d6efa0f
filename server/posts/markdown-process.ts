import { Worker } from 'node:worker_threads'
import { Marked } from 'marked'
import type { ReadText } from './markdown.ts'
import { isOwnPicture, sanitizePost } from './sanitize.ts'

// A process of its own, so that server/posts/markdown.ts can end it, and one text too many for its memory ends
// nothing else. (A thread that reaches its memory limit can take the whole process with it: tried.)

/** When nobody is left to end it. A thread, because the text may hold this one for hours. */
const lastMoment = 10_000
new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${lastMoment})`, { eval: true }).unref()

const markdown = new Marked({
  gfm: true,
  // People who write in a plain box end a line where they want it to end.
  breaks: true,
  renderer: {
    // What posts cannot hold stays as text that can still be read.
    table: ({ raw }) => `<pre><code>${toEntities(raw.trimEnd())}</code></pre>`,
    checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
    hr: () => '<p>* * *</p>',
    image({ href, text }) {
      if (isOwnPicture({ src: href })) return `<img src="${toEntities(href)}" alt="${toEntities(text)}">`
      return `<a href="${toEntities(href)}">${toEntities(text || href)}</a>`
    },
  },
})

process.once('message', (text: string) => process.send?.(read(text), () => process.disconnect()))
process.send?.('ready')

function read(text: string): ReadText {
  try {
    const html = isHtml(text) ? text : markdown.parse(text, { async: false })
    return { outcome: 'read', html: sanitizePost(html) }
  } catch (error) {
    // Nested deeper than the stack, or longer than a string can be.
    if (error instanceof RangeError) return { outcome: 'too-tangled' }
    throw error
  }
}

/**
 * Markdown may hold HTML, but reads four spaces at the start of a line as code: what is HTML from its first to
 * its last character is left alone.
 */
function isHtml(text: string): boolean {
  const block = 'p|h[1-6]|[ou]l|blockquote|pre|div|section|article|main|header|table|figure|html|!doctype'
  return new RegExp(`^\\s*<(${block})[\\s>]`, 'i').test(text) && text.trimEnd().endsWith('>')
}

function toEntities(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
