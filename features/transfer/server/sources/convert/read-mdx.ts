import { listNames } from '../texts/note-words.ts'
import type { Conversion } from './conversion.ts'

/**
 * Turns MDX into Markdown. Imports, exports, and `{expressions}` are programs, which are never run. Components are named
 * in a note, and the text in them stays.
 */
export function readMdx(mdx: string, conversion: Conversion): string {
  const names = new Set<string>()
  const text = dedent(removeTags(removeModules(mdx), names))
  if (names.size > 0)
    conversion.note(
      `These components and expressions of MDX were left out, and the text in them stays: ${listNames([...names])}.`,
    )
  return text
}

const fenceMark = /^\s*(`{3,}|~{3,})/

/** Removes `import` and `export`, from the start of a block to the next blank line outside of braces. */
function removeModules(mdx: string): string {
  const kept: string[] = []
  let fence: string | undefined
  let isModule = false
  let depth = 0
  for (const line of mdx.split('\n')) {
    const mark = fenceMark.exec(line)?.[1]
    const isBlank = line.trim() === ''
    if (isModule && isBlank && depth <= 0) isModule = false
    const isStart = (kept.at(-1) ?? '').trim() === '' && /^(?:import|export)\s/.test(line)
    if (fence === undefined && !isModule && isStart) {
      isModule = true
      depth = 0
    }
    if (isModule) {
      depth += line.split(/[{[(`]/).length - line.split(/[}\])`]/).length
      continue
    }
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    kept.push(line)
  }
  return kept.join('\n')
}

/** Marks of the start and the end of the text in a component that spans lines, until its indentation is removed */
const opened = '\uE002'
const closed = '\uE003'

/** Code, a tag's start, an escaped sign, or an expression's start */
const signs =
  /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|$(?![\s\S]))|(?<!`)(`+)(?!`)(?:(?!\n\s*\n)[\s\S])*?(?<!`)\2(?!`)|\\[{<]|<\/?(?:([A-Za-z][\w.:-]*)|(?=>))|\{/gm

/** Removes components and expressions outside of code, and the expressions in tags of HTML. */
function removeTags(mdx: string, names: Set<string>): string {
  const parts: string[] = []
  let at = 0
  signs.lastIndex = 0
  for (let found = signs.exec(mdx); found; found = signs.exec(mdx)) {
    const [sign, , , name] = found
    if (sign !== '{' && !/^<\/?(?:[A-Za-z]|$)/.test(sign)) continue
    const end = sign === '{' ? endOfExpression(mdx, found.index) : endOfTag(mdx, signs.lastIndex)
    if (end === undefined) continue
    parts.push(mdx.slice(at, found.index))
    if (sign === '{') parts.push(replaceExpression(mdx.slice(found.index, end), names))
    else parts.push(replaceTag(mdx.slice(found.index, end), name, names))
    at = end
    signs.lastIndex = end
  }
  parts.push(mdx.slice(at))
  return parts.join('')
}

/** Max characters of a tag or an expression */
const maxLength = 20_000

/** The end of `{...}`, which may have braces and texts in it */
function endOfExpression(mdx: string, start: number): number | undefined {
  const inner = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|\/\*[\s\S]*?\*\/|[{}]/g
  let depth = 0
  for (const { 0: sign, index } of mdx.slice(start, start + maxLength).matchAll(inner)) {
    if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return start + index + 1
  }
  return undefined
}

/** The end of a tag whose name ends at `start` */
function endOfTag(mdx: string, start: number): number | undefined {
  for (let at = start; at < Math.min(mdx.length, start + maxLength); at++) {
    const letter = mdx[at]
    if (letter === '>') return at + 1
    if (letter === '"' || letter === "'") {
      const close = mdx.indexOf(letter, at + 1)
      if (close === -1) return undefined
      at = close
    } else if (letter === '{') {
      const end = endOfExpression(mdx, at)
      if (end === undefined) return undefined
      at = end - 1
    } else if (letter === '<') return undefined
  }
  return undefined
}

function replaceTag(tag: string, name: string | undefined, names: Set<string>): string {
  const isComponent = name === undefined || /^[A-Z]|\./.test(name)
  if (!isComponent) return removeExpressions(tag, name, names)
  if (name !== undefined) names.add(name)
  if (tag.startsWith('</')) return closed
  return tag.endsWith('/>') ? '' : opened
}

/** A tag of HTML whose attributes may be expressions, such as `<img src={desk.src} />` */
function removeExpressions(tag: string, name: string, names: Set<string>): string {
  let html = tag
  for (let start = html.search(/\{/); start !== -1; start = html.search(/\{/)) {
    const end = endOfExpression(html, start)
    if (end === undefined) return ''
    const before = html.slice(0, start)
    if (/\b(?:src|href)=$/.test(before)) names.add(name)
    html = before.replace(/\s[\w:-]+=$/, '') + html.slice(end)
  }
  return html
}

/** Comments show nothing, and texts such as `{' '}` are known without running anything. */
function replaceExpression(expression: string, names: Set<string>): string {
  const [, , text] = /^\{\s*(["'`])([^"'`\\{}]*)\1\s*\}$/.exec(expression) ?? []
  if (text !== undefined) return text
  if (!/^\{\s*(?:\/\*[\s\S]*\*\/)?\s*\}$/.test(expression))
    names.add(expression.replaceAll(/\s+/g, ' ').slice(0, 40))
  return ''
}

/** Removes the indentation of the text in components, which would make it code. MDX has no indented code. */
function dedent(marked: string): string {
  const bases: (number | undefined)[] = []
  return marked
    .split('\n')
    .map((line) => {
      const text = line.replaceAll(/[\uE002\uE003]/g, '')
      const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
      const isText = text.trim() !== ''
      if (isText && bases.length > 0) bases[bases.length - 1] ??= indent
      const base = bases.at(-1) ?? 0
      for (const [mark] of line.matchAll(/[\uE002\uE003]/g)) {
        if (mark === opened) bases.push(undefined)
        else bases.pop()
      }
      return isText ? text.slice(Math.min(base, indent)) : ''
    })
    .join('\n')
}
