import type { Post } from '../../contracts/posts.ts'
import type { Site } from '../../contracts/site.ts'
import { toImage } from './image.ts'
import { toPageHtml } from './post-html.ts'

/** Titles of at least this many characters get a smaller font, so that the text starts without scrolling. */
const longTitle = 90

/** `sizes` of the picture above the text. It must match the width of `.post` in web/blog/post.css. */
const pictureSizes = '(min-width: 45rem) 42rem, 92vw'

export const PostTitle = ({ post: { title } }: { post: Post }) => (
  <h1 dir="auto" className={title.length > longTitle ? 'post-long-title' : undefined}>
    {title}
  </h1>
)

/** The picture and the text of a post, or of a page of the office's own */
export const PostBody = ({ post, site }: { post: Post; site: Site }) => (
  <>
    {post.picture && (
      <figure className="post-picture">
        <img {...toImage(post.picture)} alt={post.picture.alt} sizes={pictureSizes} fetchPriority="high" />
        {post.imageCaption && <figcaption dir="auto">{post.imageCaption}</figcaption>}
      </figure>
    )}
    <div
      className="prose post-body"
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved (server/posts/rendering/sanitize.ts)
      dangerouslySetInnerHTML={{
        __html: toPageHtml(post.content, { publicUrl: site.publicUrl, isOnTop: !post.picture }),
      }}
    />
  </>
)
