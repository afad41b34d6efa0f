import { parentPort } from 'node:worker_threads'
import { Marked } from 'marked'
import { isOwnPicture, sanitizePost } from './sanitize.ts'

// A thread of its own, so that server/posts/markdown.ts can end it.

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

parentPort?.once('message', (text: string) => {
  const html = isHtml(text) ? text : markdown.parse(text, { async: false })
  parentPort?.postMessage(sanitizePost(html))
})
parentPort?.postMessage('ready')

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
