import { fileURLToPath } from 'node:url'
import { createSemaphore } from '../../../../core/server/http/limits/semaphore.ts'
import { createProcessRunner } from '../../../../core/server/processes/run-in-process.ts'
import type { ImportFormat, ImportNote } from '../../contract/imports.ts'
import { convertLimits } from './convert/convert-limits.ts'
import type { SourcePost } from './source.ts'
import { type DataTask, type ParsedData, parseData } from './texts/parse-data.ts'

export type TextContext = {
  format: ImportFormat
  /** Links to this site become paths. */
  siteUrl?: string | undefined
  /** Path of the text's file: relative links to other texts become the paths of their files. */
  path?: string | undefined
  /** Title of the post, for the notes */
  title: string
}

export type ConvertedText = {
  /**
   * What a post can hold, with placeholders: `<img src="import:0" alt="...">` for `pictures[0]`, and
   * `<a href="import-file:0">Title</a>` for `files[0]`, in a paragraph `<p class="file-link">` unless it is a link in a text.
   */
  html: string
  pictures: { address: string; alt: string }[]
  /** PDF files: those with a paragraph of their own, and those with a link in a text, which has its own words */
  files: { address: string; title: string; isLink?: true }[]
  /** The text before WordPress's `<!--more-->`, if the post has one */
  excerpt?: string
  notes: ImportNote[]
  /** True if the text took too much time or memory. Its `html` is empty, and a note says so. */
  failed?: true
}

/** Input of the process */
export type ConvertTask = { content: SourcePost['content']; context: TextContext }

export type ApartTask = ConvertTask | DataTask

const program = fileURLToPath(new URL('./convert/convert-process.ts', import.meta.url))
const { run } = createProcessRunner<ApartTask, ConvertedText | { outcome: 'too-tangled' } | ParsedData>(
  program,
  convertLimits,
)

/** An import takes one core; the others keep the site answering. */
const converters = createSemaphore({ max: 1, maxWaiting: Number.POSITIVE_INFINITY })

/** Converts a text of another system to what a post can hold, in a process with bounded time and memory. */
export async function convertText(
  content: SourcePost['content'],
  context: TextContext,
): Promise<ConvertedText> {
  const text = 'html' in content ? content.html : content.markdown
  const isShort = text.length <= convertLimits.characters
  const converted = isShort ? await converters.run(() => run({ content, context })) : undefined
  if (converted && 'html' in converted) return converted
  const detail = 'The text is too long or too deeply nested to be read, so it was left out. Copy it by hand.'
  return { html: '', pictures: [], files: [], notes: [{ about: context.title, detail }], failed: true }
}

/** Max characters that are parsed in this process, because they take a few milliseconds */
const maxHere = 4000

/** Parses a text that may be made to be slow, without holding up the site. Undefined if it cannot be parsed. */
export async function parseApart(task: DataTask): Promise<{ parsed: unknown } | undefined> {
  const read = task.data.length <= maxHere ? parseData(task) : await converters.run(() => run(task))
  return read && 'parsed' in read ? read : undefined
}
