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

/**
 * - `uploading`: parts of its files are missing
 * - `uploaded`: complete, and not checked
 * - `checked`: a dry run has read everything
 * - `canceled`, `failed`: what it imported until then is kept, and it can be continued or undone
 */
export const importStates = [
  'uploading',
  'uploaded',
  'checking',
  'checked',
  'importing',
  'finished',
  'canceled',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

/** States in which a job works. Only one import can be in one of them. */
export const busyImportStates = ['checking', 'importing', 'undoing'] as const satisfies ImportState[]

export const importOrigins = ['upload', 'command'] as const
export const importPhases = ['check', 'import', 'undo'] as const
export type ImportPhase = (typeof importPhases)[number]

/** Kinds of things that an import creates and an undo can delete */
export const importItemKinds = [
  'post',
  'picture',
  'file',
  'menu',
  'section',
  'setting',
  'person',
  'subscriber',
  'ledger',
] as const
export type ImportItemKind = (typeof importItemKinds)[number]

export const importOptions = z.strictObject({
  /** `draft`: every post and page becomes a draft, whatever it was on the old site */
  status: z._default(z.enum(['as-in-file', 'draft']), 'as-in-file'),
  /** Author of every post; without it, the authors that the file names */
  author: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
})
export type ImportOptions = z.infer<typeof importOptions>

/**
 * Number of entries by what became of them. A check counts what an import would do.
 * - `unchanged`: imported earlier, or already there
 * - `problems`: could not be imported; a note says why
 */
export const importCounts = z.partial(
  z.object({
    posts: z.number(),
    pages: z.number(),
    drafts: z.number(),
    pictures: z.number(),
    missingPictures: z.number(),
    files: z.number(),
    redirects: z.number(),
    menus: z.number(),
    people: z.number(),
    subscribers: z.number(),
    others: z.number(),
    unchanged: z.number(),
    problems: z.number(),
    notes: z.number(),
  }),
)
export type ImportCounts = z.infer<typeof importCounts>
