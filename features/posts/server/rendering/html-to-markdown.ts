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
  // Markdown lets HTML through, and turndown escapes none in plain text.
  const escapeMarkdown = converter.escape.bind(converter)
  converter.escape = (text) => escapeTags(escapeMarkdown(text))
  converter.addRule('picture', { filter: 'img', replacement: (_, node) => writePicture(node, converter) })
  addTableRule(converter)
  return converter
}

/** Escapes what would begin a tag or an entity in Markdown. */
export function escapeTags(text: string): string {
  return text.replaceAll(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;')
}

function writePicture(node: TurndownService.Node, converter: TurndownService): string {
  const picture = node as HTMLImageElement
  const alt = converter.escape((picture.getAttribute('alt') ?? '').replaceAll(/\s+/g, ' '))
  return `![${alt}](${(picture.getAttribute('src') ?? '').replaceAll(/[<>()]/g, String.raw`\$&`)})`
}
