import type TurndownService from 'turndown'

/** Creates a converter from HTML to Markdown. Its package is loaded on first use, because it includes a whole DOM. */
export async function createConverter(): Promise<TurndownService> {
  const { default: Turndown } = await import('turndown')
  return new Turndown({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
}
