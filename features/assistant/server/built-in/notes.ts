import { capitalize } from './plain-text.ts'

const bullet = /^\s*(?:[-*+•·‣–—]|\d{1,3}[.)])\s+\S/

/**
 * Converts rough notes to Markdown: finds headings, lists, and paragraphs that the line breaks suggest. Text that
 * already is Markdown stays the same.
 */
export function notesToMarkdown(text: string): string {
  const groups = groupsOf(text.replaceAll(/\r\n?/g, '\n'))
  return groups
    .map((group, index) => formGroup(group, groups.length > 1 && index < groups.length - 1))
    .join('\n\n')
}

/** Syntax that needs a Markdown parser */
const markdownSyntax = /^ *(?:```|>|\||#{1,6} | {2,}[-*+\d])|^\t|^ {4}|\]\(|[*_`~<\\]|:\/\//m

/**
 * Converts notes without Markdown syntax to HTML; returns undefined for notes with it. This avoids the separate process
 * that parses Markdown, which is slow to start.
 */
export function plainNotesToHtml(text: string): string | undefined {
  if (markdownSyntax.test(text.replaceAll(/^[*] /gm, '- '))) return
  return notesToMarkdown(text)
    .split('\n\n')
    .map((group) => {
      const safe = group.replaceAll('&', '&amp;')
      if (safe.startsWith('## ')) return `<h2>${safe.slice(3)}</h2>`
      const lines = safe.split('\n')
      const list = bullet.test(safe) ? (/^\s*\d/.test(safe) ? 'ol' : 'ul') : undefined
      if (list && lines.every((line) => bullet.test(line)))
        return `<${list}>${lines.map((line) => `<li>${line.replace(/^\s*\S+\s+/, '')}</li>`).join('')}</${list}>`
      return `<p>${lines.join('<br>')}</p>`
    })
    .join('')
}

/** Groups lines that are separated by blank lines; fenced code stays in one group. */
function groupsOf(text: string): string[][] {
  const groups: string[][] = []
  let group: string[] = []
  let fenced = false
  for (const line of text.split('\n')) {
    if (/^\s*```/.test(line)) fenced = !fenced
    if (fenced || line.trim() !== '') group.push(line)
    else if (group.length > 0) {
      groups.push(group)
      group = []
    }
  }
  if (group.length > 0) groups.push(group)
  return groups
}

/** Converts one group of lines. `continues`: another group follows, so a single line can be the heading above it. */
function formGroup(lines: string[], continues: boolean): string {
  const [first = '', ...rest] = lines
  if (lines.some((line) => /^\s*```/.test(line)) || lines.every((line) => /^( {4}|\t)/.test(line)))
    return lines.join('\n')
  if (/^#{1,6}\s/.test(first)) return rest.length > 0 ? `${first}\n\n${formGroup(rest, false)}` : first
  if (bullet.test(first)) return formBullets(lines)
  if (
    looksLikeHeading(first) &&
    (rest.length > 0 ? isProse(rest) || rest.every((line) => bullet.test(line)) : continues)
  )
    return rest.length > 0 ? `## ${bare(first)}\n\n${formGroup(rest, false)}` : `## ${bare(first)}`
  const listStart = lines.findIndex((line) => bullet.test(line))
  if (listStart > 0)
    return `${formGroup(lines.slice(0, listStart), false)}\n\n${formGroup(lines.slice(listStart), false)}`
  if (first.trim().endsWith(':') && rest.length >= 2 && rest.every(isShort))
    return `${bare(first)}:\n\n${rest.map((line) => `- ${line.trim()}`).join('\n')}`
  if (lines.length >= 3 && lines.every(isShort)) return lines.map((line) => `- ${line.trim()}`).join('\n')
  // Capitalizes a sentence, but not a short line, which could be a name that is spelled in lower case.
  const written = countWords(first) > 4 && /^[a-z]+ /.test(first) ? [capitalize(first), ...rest] : lines
  // Long lines of similar length were probably wrapped by a program, so they are joined.
  if (isWrapped(written)) return written.map((line) => line.trim()).join(' ')
  return written.join('\n')
}

/** Formats list items, with a blank line where bullets and numbers meet. */
function formBullets(lines: string[]): string {
  const formed = lines.map(formBullet)
  return formed
    .map((line, index) =>
      index > 0 && isNumbered(line) !== isNumbered(formed[index - 1] ?? '') ? `\n${line}` : line,
    )
    .join('\n')
}

const isNumbered = (line: string) => /^\s*\d/.test(line)

function formBullet(line: string): string {
  return bullet.test(line) ? line.replace(/^(\s*)[•·‣–—]\s+/, '$1- ').replace(/^(\s*\d+)\)/, '$1.') : line
}

const countWords = (line: string) => line.trim().split(/\s+/).length
const isShort = (line: string) => countWords(line) <= 9 && !/[.!?]$/.test(line.trim())
const isProse = (lines: string[]) =>
  lines.join(' ').length > 80 || lines.some((line) => /[.!?]$/.test(line.trim()))
const isWrapped = (lines: string[]) =>
  lines.length > 1 && lines.slice(0, -1).every((line) => line.length >= 50)

/** True for `Costs:`, `WHAT WE NEED`, or another short line that starts with a capital letter or a number */
function looksLikeHeading(line: string): boolean {
  const text = line.trim()
  return countWords(text) <= 8 && text.length <= 70 && /^[\p{Lu}\p{N}]/u.test(text) && !/[.,;!]$/.test(text)
}

function bare(line: string): string {
  const text = line.trim().replace(/(?<!\s)\s*:$/, '')
  const shouts = text === text.toUpperCase() && / /.test(text)
  return shouts ? text.charAt(0) + text.slice(1).toLowerCase() : text
}
