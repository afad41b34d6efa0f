import { Marked } from 'marked'
import markedFootnote from 'marked-footnote'
import { listNames } from '../texts/note-words.ts'
import type { Conversion } from './conversion.ts'
import { readMdx } from './read-mdx.ts'
import { replaceTemplates } from './replace-templates.ts'

const marked = new Marked({ gfm: true }, markedFootnote())
/** Heading that marked-footnote hides */
const footnotesHeading = /<h2 id="footnote-label"[^>]*>[^<]*<\/h2>/

/** Parses Markdown, with the additions of Jekyll, Hugo, and Obsidian that have an equivalent in a post. */
export function readMarkdown(markdown: string, conversion: Conversion): string {
  const removed = new Set<string>()
  const notes = new Set<string>()
  const given = markdown.replaceAll(/\r\n?/g, '\n').replaceAll(/[\uE000-\uE003]/g, '')
  const plain = /\.mdx$/i.test(conversion.context.path ?? '') ? readMdx(given, conversion) : given
  const text = mapText(mapText(plain, replaceHighlights), (part) =>
    holdCode(part, (words) => replaceTemplates(replaceWikiLinks(words, notes), removed)),
  )
  if (notes.size > 0) conversion.note(`Links to other notes became text: ${listNames([...notes], 10)}.`)
  if (removed.size > 0) conversion.note(`These template tags were removed: ${listNames([...removed])}.`)
  return marked.parse(text, { async: false }).replace(footnotesHeading, '')
}

const raw = /\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}/g
/** Code in a paragraph */
const codeSpan = /(?<!`)(`+)(?!`)(?:(?!\n\s*\n)[\s\S])*?(?<!`)\1(?!`)/g

/** Maps a text without its code, and without what Liquid shows as it is written. */
function holdCode(text: string, map: (words: string) => string): string {
  const held: string[] = []
  const hold = (part: string) => `\uE002${held.push(part) - 1}\uE003`
  const release = (part: string): string =>
    part.replaceAll(/\uE002(\d+)\uE003/g, (_, index) => release(held[Number(index)] ?? ''))
  return release(map(text.replaceAll(codeSpan, hold).replaceAll(raw, (_, inner) => hold(inner))))
}

/** Maps the text outside of blocks of code: between fences, or indented and in no list. */
function mapText(markdown: string, map: (text: string) => string): string {
  const parts: string[] = []
  let text: string[] = []
  let fence: string | undefined
  let isInList = false
  const flush = () => {
    if (text.length > 0) parts.push(map(text.join('\n')))
    text = []
  }
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && mark === undefined) {
      const isIndented = /^(?: {4}|\t)/.test(line)
      if (!isIndented && line.trim() !== '') isInList = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/.test(line)
      if (isIndented && !isInList && (text.at(-1) ?? '').trim() === '') {
        flush()
        parts.push(line)
      } else text.push(line)
      continue
    }
    if (fence === undefined) {
      flush()
      fence = mark
    } else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    // Liquid needs these lines around code with its signs.
    if (!/^\s*\{%-?\s*(?:end)?raw\s*-?%\}\s*$/.test(line)) parts.push(line)
  }
  flush()
  return parts.join('\n')
}

/** Jekyll's `{% highlight ruby %}` */
const replaceHighlights = (text: string): string =>
  text.replaceAll(
    /\{%-?\s*highlight\s+([\w+#-]{1,30})[^%\n]{0,100}%\}\n?([\s\S]*?)\{%-?\s*endhighlight\s*-?%\}/g,
    (_, language, code) => `\n\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\n`,
  )

/** Obsidian's `![[desk.png|A desk]]` and `[[Another note|its name]]`. Notes have no address, so links to them become text. */
const replaceWikiLinks = (text: string, notes: Set<string>): string =>
  text
    .replaceAll(/!\[\[([^\]|\n#]{1,500})(?:[#|]([^\]\n]{0,500}))?\]\]/g, (_, path, alt = '') => {
      if (/\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(path))
        return `![${/^\d+(?:x\d+)?$/.test(alt) ? '' : alt}](<${path}>)`
      if (/\.(?!md$)[a-z\d]{2,5}$/i.test(path)) return `[${path}](<${path}>)`
      notes.add(path)
      return path
    })
    .replaceAll(
      /\[\[([^\]|\n#]{1,500})(?:#[^\]|\n]{0,200})?(?:\|([^\]\n]{1,500}))?\]\]/g,
      (_, note, name) => {
        notes.add(note)
        return name ?? note
      },
    )
