import { convert } from '../server/sources/convert/convert.ts'
import type { ConvertedText, TextContext } from '../server/sources/read-apart.ts'

/** Converts a text in this process. */
export function convertHere(
  content: { html: string } | { markdown: string },
  context: Partial<TextContext> = {},
): ConvertedText {
  const converted = convert({ content, context: { format: 'wordpress', title: 'A post', ...context } })
  if ('outcome' in converted) throw new Error(converted.outcome)
  return converted
}

const site = { siteUrl: 'https://old.example' }

/** Converts a text of the classic editor. */
export const fromWordpress = (html: string) => convertHere({ html }, site)

/** Converts a text of the block editor, in which line breaks do not count. */
export const fromBlocks = (html: string) => fromWordpress(`<!-- wp:paragraph -->${html}`)

/** Converts a text of a site whose address is unknown. */
export const fromGhost = (html: string) => convertHere({ html }, { format: 'ghost' })

export const fromMarkdown = (text: string, path?: string) =>
  convertHere({ markdown: text }, { format: 'markdown', path })

export const detailsOf = ({ notes }: ConvertedText) => notes.map(({ detail }) => detail)

/** The placeholder of a picture */
export const imageAt = (index: number, alt = '') => `<img src="import:${index}" alt="${alt}">`

export const youtubeVideo =
  '<figure class="video"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">YouTube video</a></figure>'
