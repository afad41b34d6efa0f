import { replaceEmptyBlocks } from '../texts/block-comments.ts'

/**
 * Puts the footnotes of a post, which are JSON in its custom field `footnotes`, as a list where their block is, or at the
 * end (wp-includes/blocks/footnotes.php). References in the text are numbers in brackets.
 */
export function placeFootnotes(content: string, json: string, note: (detail: string) => void): string {
  const footnotes = parseFootnotes(json)
  const hasBlock = content.includes('wp:footnotes')
  // Another plugin may have a custom field of this name.
  if (!footnotes && json !== '' && (hasBlock || content.includes('data-fn=')))
    note('Its footnotes can’t be read, so they were left out. Copy them by hand.')
  if (!footnotes) return content
  const list = `<!-- wp:list -->\n<ol>${footnotes.map(({ id, text }) => `<li${id}>${text}</li>`).join('')}</ol>\n<!-- /wp:list -->`
  let isPlaced = false
  const placed = replaceEmptyBlocks(content, ({ name }) => {
    if (name !== 'footnotes') return undefined
    const shown = isPlaced ? '' : list
    isPlaced = true
    return shown
  })
  return isPlaced ? placed : `${content}\n\n${list}`
}

/** The HTML of each footnote, with its id as an attribute, or undefined if there are none */
function parseFootnotes(json: string): { id: string; text: string }[] | undefined {
  try {
    const parsed: unknown = JSON.parse(json)
    if (!Array.isArray(parsed) || parsed.length === 0) return undefined
    // An empty one keeps its number.
    return parsed.map((one) => ({
      id: /^[\w-]{1,100}$/.test(one?.id) ? ` id="${one.id}"` : '',
      text: (typeof one?.content === 'string' && one.content.trim()) || '–',
    }))
  } catch {
    return undefined
  }
}
