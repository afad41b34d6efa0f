/** A block of WordPress without content in the text: WordPress makes its content when the page is shown. */
export type EmptyBlock = { name: string; json: string }

/**
 * Replaces comments such as `<!-- wp:latest-posts {"postsToShow":3} /-->`. One for which `replace` returns undefined stays.
 * The time grows with the length of the text only.
 */
export function replaceEmptyBlocks(html: string, replace: (block: EmptyBlock) => string | undefined): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const start = html.indexOf('<!--', at)
    const end = start === -1 ? -1 : html.indexOf('-->', start + 4)
    if (end === -1) break
    const block = readBlock(html.slice(start + 4, end))
    parts.push(html.slice(at, start), (block && replace(block)) ?? html.slice(start, end + 3))
    at = end + 3
  }
  parts.push(html.slice(at))
  return parts.join('')
}

function readBlock(comment: string): EmptyBlock | undefined {
  const text = comment.trim()
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
