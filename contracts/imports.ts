import * as z from 'zod/mini'

/** The systems whose files can be imported */
export const importFormats = ['wordpress', 'ghost', 'markdown', 'feed', 'everyday-ai'] as const
export type ImportFormat = (typeof importFormats)[number]

export const importFormatLabels: Record<ImportFormat, string> = {
  wordpress: 'WordPress',
  ghost: 'Ghost',
  markdown: 'Markdown',
  feed: 'RSS or Atom feed',
  'everyday-ai': 'Export of this software',
}

/** Something that could not be carried over as it was, in one sentence for the person who imports */
export const importNote = z.object({
  /** What it is about: the title of the post, the name of the file, or the address of the picture */
  about: z.string(),
  detail: z.string(),
})
export type ImportNote = z.infer<typeof importNote>
