import { Marked } from 'marked'
import { escapeHtml } from '../../../../contracts/escape-html.ts'
import { listNames } from '../texts/list-names.ts'
import type { Conversion } from './conversion.ts'

const marked = new Marked({ gfm: true })

/** Parses Markdown, with the additions of Jekyll, Hugo, and Obsidian that have an equivalent in a post. */
export function readMarkdown(markdown: string, conversion: Conversion): string {
  const removed = new Set<string>()
  const notes = new Set<string>()
  const text = mapText(markdown.replaceAll(/\r\n?/g, '\n'), (part) =>
    replaceTemplates(replaceWikiLinks(replaceHighlights(part), notes), removed),
  )
  if (notes.size > 0) conversion.note(`Links to other notes became text: ${listNames([...notes], 10)}.`)
  if (removed.size > 0) conversion.note(`These template tags were removed: ${listNames([...removed])}.`)
  return marked.parse(text, { async: false })
}

/** Maps the text outside of code. */
function mapText(markdown: string, map: (text: string) => string): string {
  const parts: string[] = []
  let text: string[] = []
  let fence: string | undefined
  const flush = () => {
    if (text.length > 0) parts.push(map(text.join('\n')))
    text = []
  }
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && mark === undefined) {
      text.push(line)
      continue
    }
    if (fence === undefined) {
      flush()
      fence = mark
    } else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    parts.push(line)
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

/** Shortcodes of Hugo, and tags of Liquid, which Jekyll uses */
function replaceTemplates(text: string, removed: Set<string>): string {
  return text
    .replaceAll(
      /\{\{[<%]\s*(\/?)\s*([\w./-]{1,60})([^}\n]{0,1000}?)\/?\s*[>%]\}\}/g,
      (_, slash, name, given) => {
        if (slash) return ''
        const replacement = replaceHugo(name.toLowerCase(), given)
        if (replacement === undefined) removed.add(`{{< ${name} >}}`)
        return replacement ?? ''
      },
    )
    .replaceAll(/\{\{\s*(?:site\.(?:baseurl|url)|page\.url)(?:\s*\|[^}\n]{0,100})?\s*\}\}/g, '')
    .replaceAll(/\{\{\s*["']([^"'\n]{1,500})["']\s*\|\s*(?:relative_url|absolute_url)\s*\}\}/g, '$1')
    .replaceAll(/\{%-?\s*(\w{1,40})([^%\n]{0,500})%\}/g, (_, name, given) => {
      const video = name === 'youtube' || name === 'vimeo' ? replaceHugo(name, given) : undefined
      if (name === 'raw' || name === 'endraw') return ''
      if (video === undefined) removed.add(`{% ${name} %}`)
      return video ?? ''
    })
}

function replaceHugo(name: string, given: string): string | undefined {
  const attributes = Object.fromEntries(
    [...given.matchAll(/(\w+)\s*=\s*["“]([^"”\n]*)["”]/g)].map(([, key = '', value = '']) => [key, value]),
  )
  const first = given.trim().replaceAll(/^["']|["']$/g, '')
  if (name === 'youtube' && /^[\w-]{11}$/.test(attributes.id ?? first))
    return `\n\nhttps://www.youtube.com/watch?v=${attributes.id ?? first}\n\n`
  if (name === 'vimeo' && /^\d+$/.test(attributes.id ?? first))
    return `\n\nhttps://vimeo.com/${attributes.id ?? first}\n\n`
  if ((name === 'ref' || name === 'relref') && first) return first
  if ((name === 'figure' || name === 'img') && attributes.src) {
    const caption = attributes.caption ?? attributes.title
    return `\n\n<figure><img src="${escapeHtml(attributes.src)}" alt="${escapeHtml(attributes.alt ?? '')}">${caption ? `<figcaption>${escapeHtml(caption)}</figcaption>` : ''}</figure>\n\n`
  }
  return undefined
}
