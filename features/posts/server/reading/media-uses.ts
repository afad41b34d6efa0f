import { and, arrayContains, desc, isNull, sql } from 'drizzle-orm'
import type { MediaUses } from '../../../manifest/feature.ts'
import { blogPosts } from '../../schema.ts'

const { id, title, isPublished, firstPublishedAt, deletedAt } = blogPosts

const usesIn = (column: 'pictures' | 'files', what: 'image' | 'file'): MediaUses => ({
  list: sql`select name, ${deletedAt} is null as counts,
      ${isPublished} or coalesce(${firstPublishedAt} <= now(), false) as is_public
    from wanted join ${blogPosts} on ${blogPosts[column]} @> array[name]`,
  async find(tx, name, { withTrash } = { withTrash: false }) {
    const posts = await tx
      .select({ id, title })
      .from(blogPosts)
      .where(and(arrayContains(blogPosts[column], [name]), withTrash ? undefined : isNull(deletedAt)))
      .orderBy(desc(id))
      .limit(100)
    return posts.length > 0 ? { posts, detail: describeUses(what, posts) } : undefined
  },
})

export const mediaUses = { pictures: usesIn('pictures', 'image'), files: usesIn('files', 'file') }

const namedPosts = 3

function describeUses(what: 'image' | 'file', posts: { title: string }[]): string {
  const names = posts.slice(0, namedPosts).map(({ title }) => `“${title}”`)
  const more = posts.length - names.length
  const list = new Intl.ListFormat('en').format([...names, ...(more > 0 ? [`${more} more`] : [])])
  return `This ${what} is used in ${list}. Remove it there first.`
}
