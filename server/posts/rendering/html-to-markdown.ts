import type TurndownService from 'turndown'

/** Loaded with the first text that is asked for in Markdown: it brings a DOM of its own. */
export async function createConverter(): Promise<TurndownService> {
  const { default: Turndown } = await import('turndown')
  return new Turndown({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
}
