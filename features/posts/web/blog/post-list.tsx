import { formatLongDate } from '../../../../core/contract/format-date.ts'
import type { Site } from '../../../../core/contract/site.ts'
import { postPaths } from '../../contract/post-paths.ts'
import type { PostSummary } from '../../contract/posts.ts'
import { postPage } from '../../words/blog.ts'
import { toImage } from './image.ts'

type PostListProps = {
  posts: PostSummary[]
  site: Site
  /** Level of the posts' titles */
  heading: 'h2' | 'h3'
  /** Shows the posts in three short columns, for pages where the list is not the main content */
  compact?: boolean
  /** Shows the pictures of a compact list above its titles, and a plain area for posts that have none */
  hasPictures?: boolean
}

export function PostList({ posts, site, heading: Heading, compact = false, hasPictures }: PostListProps) {
  const isWithPictures = hasPictures && posts.some(({ picture }) => picture)
  return (
    <ul className={compact ? 'post-list post-list-compact' : 'post-list'}>
      {posts.map((post) => (
        <li key={post.id}>
          <article>
            <Heading dir="auto">
              <a href={postPaths.post(post.slug)}>{post.title}</a>
            </Heading>
            {isWithPictures && <SmallPicture picture={post.picture} />}
            {!compact && <p dir="auto">{post.excerpt}</p>}
            {!compact && post.picture && (
              // Empty alt text: the picture is decorative here, because the headline next to it already names the post.
              <img
                {...toImage(post.picture)}
                alt=""
                className="post-list-picture"
                sizes="(min-width: 48rem) 16rem, 6rem"
                // Not lazy: these pictures are a few kilobytes each, and lazy ones would appear late while scrolling.
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

function SmallPicture({ picture }: Pick<PostSummary, 'picture'>) {
  if (!picture) return <span className="post-list-picture" />
  return (
    <img
      {...toImage(picture)}
      alt=""
      className="post-list-picture"
      sizes="(min-width: 48rem) 22rem, 6rem"
      loading="lazy"
    />
  )
}
