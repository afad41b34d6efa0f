import { postPage } from '../../content/blog.ts'
import { formatLongDate } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import type { PostSummary } from '../../contracts/posts.ts'
import type { Site } from '../../contracts/site.ts'
import { toImage } from './image.ts'

type PostListProps = {
  posts: PostSummary[]
  site: Site
  /** Level of the posts' titles */
  heading: 'h2' | 'h3'
  /** Three short columns, for a page that shows more than the list */
  compact?: boolean
}

export function PostList({ posts, site, heading: Heading, compact = false }: PostListProps) {
  return (
    <ul className={compact ? 'post-list post-list-compact' : 'post-list'}>
      {posts.map((post) => (
        <li key={post.id}>
          <article>
            <Heading dir="auto">
              <a href={paths.post(post.slug)}>{post.title}</a>
            </Heading>
            {!compact && <p dir="auto">{post.excerpt}</p>}
            {!compact && post.picture && (
              // Decoration here: the headline beside it says where it leads.
              <img
                {...toImage(post.picture)}
                alt=""
                className="post-list-picture"
                sizes="(min-width: 48rem) 16rem, 6rem"
                // A few kilobytes each: a list that is all there beats one that fills up late.
                fetchPriority="low"
              />
            )}
            <p className="post-facts">
              <time dateTime={post.publishedAt}>{formatLongDate(post.publishedAt, site)}</time>
              <span>{postPage.minutes(post.readingMinutes)}</span>
            </p>
          </article>
        </li>
      ))}
    </ul>
  )
}
