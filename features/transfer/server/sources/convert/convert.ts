import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { type Element, find } from '../../../../posts/server/rendering/blocks/html-tree.ts'
import { hasTooManyTags, sanitizePost } from '../../../../posts/server/rendering/sanitize.ts'
import type { ConvertedText, ConvertTask } from '../read-apart.ts'
import { replaceEmptyBlocks } from '../texts/block-comments.ts'
import { cleanText } from '../texts/decode-text.ts'
import { removeGatedParts } from '../texts/hidden-parts.ts'
import { listNames } from '../texts/note-words.ts'
import { plainText } from '../texts/plain-text.ts'
import { type Conversion, createConversion, noteMemberParts } from './conversion.ts'
import { placePdfLinks } from './link-address.ts'
import { markParts, placeParts } from './link-parts.ts'
import { parseHtml } from './parse-html.ts'
import { readMarkdown } from './read-markdown.ts'
import { replaceShortcodes } from './replace-shortcodes.ts'
import { writeBlocks } from './write-blocks.ts'

/** Converts a text to what a post can hold. */
export function convert({ content, context }: ConvertTask): ConvertedText | { outcome: 'too-tangled' } {
  const conversion = createConversion(context, writeBlocks)
  try {
    const html = toHtml(content, conversion)
    if (hasTooManyTags(html)) return { outcome: 'too-tangled' }
    const tree = parseHtml(html, (skipped) => noteSkipped(conversion, skipped))
    markParts(tree, conversion)
    conversion.headingShift = hasFirstHeading(tree) ? 1 : 0
    const written = conversion.write(tree.children)
    const cleaned = sanitizePost(written)
    return {
      html: placeParts(placeHeld(cleaned, conversion), conversion),
      pictures: conversion.pictures,
      files: conversion.files,
      ...(conversion.excerpt !== undefined && { excerpt: plainText(conversion.excerpt, 1000) }),
      notes: conversion.finishNotes(),
    }
  } catch (error) {
    // The result is longer than a string can be.
    if (error instanceof RangeError) return { outcome: 'too-tangled' }
    throw error
  }
}

function toHtml(content: ConvertTask['content'], conversion: Conversion): string {
  if ('markdown' in content) return readMarkdown(cleanText(content.markdown), conversion)
  const html = cleanText(content.html).replaceAll(/[\uE000-\uE003]/g, '')
  if (conversion.context.format === 'ghost') {
    const shown = removeGatedParts(html)
    if (shown.hidden > 0) noteMemberParts(shown.hidden, conversion)
    return shown.html
  }
  if (conversion.context.format !== 'wordpress') return html
  // Only texts of the classic editor are without comments that name blocks. Their line breaks count, as in wpautop()
  // (wp-includes/formatting.php): a blank line ends a paragraph, any other one is a line break.
  conversion.keepsLines = !html.includes('<!-- wp:')
  noteEmptyBlocks(conversion, html)
  return replaceShortcodes(html, conversion)
}

/** Blocks without text that lose nothing, or that are noted where their text is looked up */
const quietBlocks = ['block', 'footnotes', 'more', 'nextpage', 'paragraph', 'separator', 'spacer']

/** WordPress makes the content of some blocks when a page is shown, such as lists of posts and forms of plugins. */
function noteEmptyBlocks(conversion: Conversion, html: string): void {
  const names = new Set<string>()
  replaceEmptyBlocks(html, ({ name }) => {
    if (!quietBlocks.includes(name)) names.add(name)
    return undefined
  })
  if (names.size > 0)
    conversion.note(
      `These blocks of WordPress have no text in the file, so they were left out: ${listNames([...names])}.`,
    )
}

/** If a text has headings of the first level, all become one level smaller. */
const hasFirstHeading = (tree: Element) => find(tree, ({ name }) => name === 'h1') !== undefined

function noteSkipped(conversion: Conversion, { name, attributes }: Element): void {
  const gist = name === 'script' && /^(?:https?:)?\/\/gist\.github\.com\//.test(attributes.src ?? '')
  if (gist) conversion.note(`A code sample of GitHub was left out: ${attributes.src}. Link to it by hand.`)
  else if (name === 'script' && !/json/.test(attributes.type ?? ''))
    conversion.note('A script was left out, and what it would show.')
  else if (
    name === 'button' &&
    attributes.type !== 'submit' &&
    !/\b(?:kg-|lightbox)/.test(attributes.class ?? '')
  )
    conversion.note('A button without a link was left out. Add it by hand.')
  else if (name === 'math') conversion.note('A formula was left out. Add it by hand.')
  else if (name === 'select' || name === 'textarea' || (name === 'button' && attributes.type === 'submit'))
    conversion.note('A form was left out.')
}

/** Puts the final placeholders where the sanitizer kept the preliminary ones. */
function placeHeld(html: string, { files }: Conversion): string {
  return placePdfLinks(html)
    .replaceAll(/<img src="\/media\/import-(\d+)" alt="([^"]*)" \/>/g, '<img src="import:$1" alt="$2">')
    .replaceAll(
      /<p>\uE000(\d+)\uE001<\/p>/g,
      (_, index) =>
        `<p class="file-link"><a href="import-file:${index}">${escapeHtml(files[Number(index)]?.title ?? '')}</a></p>`,
    )
    .replaceAll(/[\uE000\uE001]/g, '')
}
