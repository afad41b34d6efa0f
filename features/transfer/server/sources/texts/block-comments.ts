/** A block of WordPress without content in the text: WordPress makes its content when the page is shown. */
export type EmptyBlock = { name: string; json: string }

/**
 * Replaces comments such as `<!-- wp:latest-posts {"postsToShow":3} /-->`. One for which `replace` returns undefined stays.
 * The time grows with the length of the text only.
 */
export function replaceEmptyBlocks(html: string, replace: (block: EmptyBlock) => string | undefined): string {
  const parts: string[] = []
  let at = 0
  for (const { text, start, end } of listComments(html)) {
    const block = readBlock(text)
    parts.push(html.slice(at, start), (block && replace(block)) ?? html.slice(start, end))
    at = end
  }
  return parts.join('') + html.slice(at)
}

/** The comments of a text, one after the other, and where they are. A comment without an end ends the search. */
export function* listComments(html: string): Generator<{ text: string; start: number; end: number }> {
  for (let start = html.indexOf('<!--'); start !== -1; ) {
    const end = html.indexOf('-->', start + 4)
    if (end === -1) return
    yield { text: html.slice(start + 4, end).trim(), start, end: end + 3 }
    start = html.indexOf('<!--', end + 3)
  }
}

function readBlock(text: string): EmptyBlock | undefined {
  if (!text.startsWith('wp:') || !text.endsWith('/')) return undefined
  const [, name, json = ''] =
    /^wp:([a-z][\w/-]{0,100})(?:\s+([\s\S]*))?$/.exec(text.slice(0, -1).trim()) ?? []
  return name === undefined ? undefined : { name, json }
}

/** Attributes of a block, or none if they cannot be read */
export function readBlockAttributes(json: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
