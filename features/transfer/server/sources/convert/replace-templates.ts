import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { videoPageUrl } from '../../../../../core/contract/video.ts'

/** Template tags of Liquid and Nunjucks, `{% name ... %}`, also over several lines */
const tag = String.raw`\{%-?\s*(\w{1,40})((?:(?!%\})[\s\S]){0,2000}?)-?%\}`
const comments = /\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}|\{#\s[\s\S]*?\s#\}/g
/** A loop without another one in it. Its text is a template for each of the things that it lists. */
const loop = /\{%-?\s*for\s(?:(?!\{%-?\s*for\s)[\s\S])*?\{%-?\s*endfor\s*-?%\}/g

/**
 * Replaces the shortcodes of Hugo and the tags of Liquid, which Jekyll and Eleventy use, by what they show. Adds those
 * that show something else to `removed`. The text has no code in it.
 */
export function replaceTemplates(text: string, removed: Set<string>): string {
  if (!/\{[{%#:]|\]\(<?\{/.test(text)) return text
  return replaceAttributes(replaceTags(replaceLoops(text.replaceAll(comments, ''), removed), removed))
}

const maxLoops = 10

function replaceLoops(text: string, removed: Set<string>): string {
  let left = text
  for (let level = 0; level < maxLoops; level++) {
    const without = left.replaceAll(loop, '')
    if (without === left) break
    removed.add('{% for %}')
    left = without
  }
  return left
}

const replaceTags = (text: string, removed: Set<string>): string =>
  text
    .replaceAll(
      /\{\{[<%]\s*(\/?)\s*([\w./-]{1,60})([^}\n]{0,1000}?)\/?\s*[>%]\}\}/g,
      (_, slash, name, given) => {
        if (slash) return ''
        const replacement = replaceHugo(name.toLowerCase(), given)
        if (replacement === undefined) removed.add(`{{< ${name} >}}`)
        return replacement ?? ''
      },
    )
    .replaceAll(/\{\{-?\s*(?:site\.(?:baseurl|url)|page\.url)(?:\s*\|[^}\n]{0,100})?\s*-?\}\}/g, '')
    .replaceAll(/\{\{-?\s*["']([^"'\n]{1,500})["']\s*\|\s*(?:relative_url|absolute_url|url)\s*-?\}\}/g, '$1')
    .replaceAll(new RegExp(tag, 'g'), (_, name, given) => {
      const video = name === 'youtube' || name === 'vimeo' ? replaceHugo(name, given) : undefined
      if (name === 'raw' || name === 'endraw' || /^end/.test(name)) return ''
      if (video === undefined) removed.add(`{% ${name} %}`)
      return video ?? ''
    })
    .replaceAll(/\{\{-?\s*((?:(?!\}\})[\s\S]){1,500}?)\s*-?\}\}/g, (_, value: string) => {
      removed.add(`{{ ${value.replaceAll(/\s+/g, ' ').slice(0, 40)} }}`)
      return ''
    })

/** Additions to Markdown: the attributes of kramdown and Hugo, of which only the id of a heading counts */
const replaceAttributes = (text: string): string =>
  text
    .replaceAll(/^[ \t]*[*-][ \t]+TOC[ \t]*\n\{:\s*toc[^}\n]{0,200}\}[ \t]*$/gim, '')
    .replaceAll(
      /^(#{1,6}[ \t][^\n]{1,1000}?)[ \t]*\{:?\s*#([\w:.-]{1,100})[^}\n]{0,200}\}[ \t]*$/gm,
      '$1<a id="$2"></a>',
    )
    .replaceAll(/\{:\s*(?:toc\b|[.#][\w-]|[\w-]+=["'])[^}\n]{0,200}\}/g, '')
    // Pelican's `{static}/desk.png` and `{filename}other.md` are addresses in its folder of texts.
    .replaceAll(/(\]\(<?)\{(?:static|filename|attach|photo|index)\}/g, '$1')

function replaceHugo(name: string, given: string): string | undefined {
  const attributes = Object.fromEntries(
    [...given.matchAll(/(\w+)\s*=\s*["“]([^"”\n]*)["”]/g)].map(([, key = '', value = '']) => [key, value]),
  )
  const first = given.trim().replaceAll(/^["']|["']$/g, '')
  const id = attributes.id ?? first
  if ((name === 'youtube' && /^[\w-]{11}$/.test(id)) || (name === 'vimeo' && /^\d+$/.test(id)))
    return `\n\n${videoPageUrl({ provider: name, id })}\n\n`
  if ((name === 'ref' || name === 'relref') && first) return first
  if ((name === 'figure' || name === 'img') && attributes.src) {
    const caption = attributes.caption ?? attributes.title
    return `\n\n<figure><img src="${escapeHtml(attributes.src)}" alt="${escapeHtml(attributes.alt ?? '')}">${caption ? `<figcaption>${escapeHtml(caption)}</figcaption>` : ''}</figure>\n\n`
  }
  return undefined
}
