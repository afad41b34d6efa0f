import type TurndownService from 'turndown'
import { addTableRule } from './blocks/markdown-blocks.ts'

/** Creates a converter from HTML to Markdown. Its package is loaded on first use, because it includes a whole DOM. */
export async function createConverter(): Promise<TurndownService> {
  const { default: Turndown } = await import('turndown')
  const converter = new Turndown({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  addTableRule(converter)
  return converter
}
