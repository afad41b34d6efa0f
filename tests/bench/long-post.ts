import { pino } from 'pino'
import { connect, type Queryable } from '../../core/server/db/connect.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { readMarkdown } from '../../features/posts/server/rendering/read-text.ts'
import { readSamplePosts } from '../../features/posts/server/samples/sample-posts.ts'
import { savePost } from '../../features/posts/server/writing/save-post.ts'
import type { Given } from './row.ts'

const words = 2000
const title = 'Two thousand words'

export const longPostPath = postPaths.post('two-thousand-words')

/** Creates a database for measuring a page. For pages of the blog, it has the sample posts and one of 2,000 words. */
export async function databaseFor(path: string, { databaseUrl }: Given): Promise<string> {
  const connectionString = await databaseUrl()
  if (path.startsWith(postPaths.blog)) await withDatabase(connectionString, publishPosts)
  return connectionString
}

export async function withDatabase<Result>(
  connectionString: string,
  use: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  const connection = connect({ connectionString, poolSize: 5, log: pino({ level: 'silent' }) })
  try {
    return await use(connection.db)
  } finally {
    await connection.close()
  }
}

async function publishPosts(db: Queryable): Promise<void> {
  const samples = await readSamplePosts()
  for (const { title, excerpt, tags, markdown } of samples)
    await publish(db, { title, excerpt, tags, markdown })
  const markdown = takeWords(samples.map((sample) => `## ${sample.title}\n\n${sample.markdown}`).join('\n\n'))
  const { excerpt = '', tags = [] } = samples[0] ?? {}
  await publish(db, { title, excerpt, tags, markdown })
}

async function publish(
  db: Queryable,
  { title, excerpt, tags, markdown }: { title: string; excerpt: string; tags: string[]; markdown: string },
): Promise<void> {
  const read = await readMarkdown(markdown)
  if (read.outcome !== 'read') throw new Error(`the text of ${title} could not be read`)
  const call = { title, content: read.html, excerpt, tags, isPublished: true }
  const result = await savePost(db, { id: 0, username: 'bench', role: 'owner' }, call)
  if (result.outcome !== 'saved') throw new Error(`${title} was not saved: ${result.outcome}`)
}

/** Takes whole blocks until there are `words` words. Real prose is needed, because repeated words compress too well. */
function takeWords(markdown: string): string {
  let text = ''
  for (const block of markdown.split('\n\n')) {
    text += `${block}\n\n`
    const isInCode = text.split('```').length % 2 === 0
    if (!isInCode && text.split(/\s+/).length > words) break
  }
  const parts = [/^#/m, /^- /m, /^> /m, /^```/m, /\]\(http/]
  const missing = parts.filter((part) => !part.test(text))
  if (text.split(/\s+/).length <= words || missing.length > 0)
    throw new Error(`the sample posts do not make a long post: ${missing.join(' ')}`)
  return text
}
