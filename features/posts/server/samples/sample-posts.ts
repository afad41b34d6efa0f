import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { authorTypes } from '../../contract/posts.ts'

const folder = new URL('../../samples/', import.meta.url)

/** The lines between the first two `---` of a sample post */
const frontMatter = z.strictObject({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  author: z.string(),
  authorType: z.enum(authorTypes),
  /** Separated by commas. */
  tags: z.pipe(
    z.string(),
    z.transform((tags: string) => tags.split(',').map((tag) => tag.trim())),
  ),
  /** A file's name in `content/posts/pictures`. */
  picture: z.string(),
  pictureAlt: z.string(),
  sourceUrl: z.optional(z.string()),
  sourceName: z.optional(z.string()),
  /** Age of the post, in days, when it is seeded */
  daysAgo: z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number)),
})

export type SamplePost = z.infer<typeof frontMatter> & {
  /** Text without the title, which is the page's heading */
  markdown: string
  /** Path of the picture on the disk. */
  pictureFile: string
}

/** Reads the sample posts, with which an empty site starts, newest first. Throws if a file is malformed. */
export async function readSamplePosts(): Promise<SamplePost[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const posts = await Promise.all(names.map(readSamplePost))
  return posts.sort((a, b) => a.daysAgo - b.daysAgo)
}

async function readSamplePost(name: string): Promise<SamplePost> {
  const text = await readFile(new URL(name, folder), 'utf8')
  const [, head, body] = /^---\n(.*?)\n---\n+(.*)$/s.exec(text) ?? []
  if (head === undefined || body === undefined)
    throw new Error(`${name} does not begin with its front matter.`)
  const fields = frontMatter.parse(Object.fromEntries(head.split('\n').map(readLine)))
  if (`${fields.slug}.md` !== name) throw new Error(`${name} should be named after its slug, ${fields.slug}.`)
  const pictureFile = fileURLToPath(new URL(`pictures/${basename(fields.picture)}`, folder))
  return { ...fields, markdown: body, pictureFile }
}

/** Reads `key: value`; the value may contain colons. */
function readLine(line: string): [key: string, value: string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2).trim()]
}
