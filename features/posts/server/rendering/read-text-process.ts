import { Marked } from 'marked'
import { escapeHtml } from '../../../../core/contract/escape-html.ts'
import { serveTasks } from '../../../../core/server/processes/serve-tasks.ts'
import { isOwnPicture } from '../../../media/contract/media.ts'
import { countLostText } from './lost-text.ts'
import type { ReadText, Task } from './read-in-process.ts'
import { sanitizePost } from './sanitize.ts'

// This runs in a separate process (read-in-process.ts).

const markdown = new Marked({
  gfm: true,
  // In a plain text box, people expect that line breaks are kept.
  breaks: true,
  renderer: {
    // Elements that posts cannot contain are kept as readable text.
    checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
    hr: () => '<p>* * *</p>',
    image({ href, text }) {
      if (isOwnPicture({ src: href })) return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">`
      return `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>`
    },
  },
})

// Loads the sanitizer before the first text, so that loading does not count against a text's time limit.
sanitizePost('')
serveTasks(read)

function read({ text, as }: Task): ReadText {
  try {
    const html = as === 'html' || isHtml(text) ? text : markdown.parse(text, { async: false })
    const cleaned = sanitizePost(html)
    const lostText = countLostText(html, cleaned)
    return {
      outcome: 'read',
      // The text editor would show the final line break as another line.
      html: as === 'html' ? cleaned : cleaned.replaceAll('\n</code></pre>', '</code></pre>'),
      ...(lostText > 0 && { lostText }),
    }
  } catch (error) {
    // The text is nested deeper than the stack, or the result is longer than a string can be.
    if (error instanceof RangeError) return { outcome: 'too-tangled' }
    throw error
  }
}

/**
 * Markdown may contain HTML, but four spaces at the start of a line make it code. So text that is HTML from its first
 * to its last character is not parsed as Markdown.
 */
function isHtml(text: string): boolean {
  const block =
    'p|h[1-6]|[ou]l|blockquote|pre|div|section|article|aside|main|header|table|figure|html|!doctype'
  const isFramed = new RegExp(`^\\s*<(${block})[\\s>]`, 'i').test(text) && text.trimEnd().endsWith('>')
  return isFramed && !hasTextBetweenBlocks(text)
}

/** True if a text has Markdown between whole elements. Blocks without a form in Markdown are written as HTML. */
function hasTextBetweenBlocks(text: string): boolean {
  let depth = 0
  for (const part of text.split(/\n[ \t]*\n/)) {
    if (depth === 0 && /^\s*[^<\s]/.test(part)) return true
    for (const [, slash, name = ''] of part.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi))
      if (!/^(?:br|img|hr|col|input)$/i.test(name)) depth = Math.max(0, depth + (slash ? -1 : 1))
  }
  return false
}
