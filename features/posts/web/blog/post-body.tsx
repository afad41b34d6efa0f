import type { Site } from '../../../../core/contract/site.ts'
import { showParts } from '../../../../core/contract/text-parts.ts'
import type { Post } from '../../contract/posts.ts'
import { showBlocks } from '../block-html.ts'
import { showFileLinks } from './file-link.ts'
import { toImage } from './image.ts'

/** Titles of at least this many characters get a smaller font, so that the text starts without scrolling. */
const longTitle = 90

/** `sizes` of the picture above the text. It must match the width of `.post` in features/posts/web/blog/post.css. */
const pictureSizes = '(min-width: 45rem) 42rem, 92vw'

export const PostTitle = ({ post: { title } }: { post: Pick<Post, 'title'> }) => (
  <h1 dir="auto" className={title.length > longTitle ? 'post-long-title' : undefined}>
    {title}
  </h1>
)

type PostBodyProps = { post: Pick<Post, 'picture' | 'imageCaption' | 'content'>; site: Site }

/** The picture and the text of a post, or of another page with a text of the editor */
export const PostBody = ({ post, site }: PostBodyProps) => (
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved (features/posts/server/rendering/sanitize.ts)
      dangerouslySetInnerHTML={{
        __html: toPageHtml(post.content, { publicUrl: site.publicUrl, isOnTop: !post.picture }),
      }}
    />
  </>
)

/**
 * Converts a post's stored HTML for its public page:
 * - The highest heading level becomes h2, because the title is the only h1 of the page.
 * - Tables, callouts, buttons, and videos get what readers need (features/posts/web/block-html.ts), and files their size.
 * - Links to other sites open in a new tab, and links within the text lead to its headings and footnotes.
 * - Pictures load lazily, except a picture that is visible without scrolling. `isOnTop`: only the title is above the
 *   text.
 * - If the post has right-to-left letters, each block gets its own direction.
 *
 * Regular expressions are safe here, because the sanitizer's output is uniform: lower case, double quotes, no link
 * attributes other than `href`, no nested links.
 */
function toPageHtml(html: string, { publicUrl, isOnTop }: { publicUrl: string; isOnTop: boolean }): string {
  const highest = [1, 2, 3].find((level) => html.includes(`<h${level}>`)) ?? 2
  // Added to each heading level, so that the highest level becomes 2
  const lower = 2 - highest
  const blocks = showFileLinks(
    showBlocks(showParts(html), (href) => isOwn(href, publicUrl)),
    publicUrl,
  )
  const seenAtOnce = isOnTop ? findPictureOnTop(blocks) : -1
  const shown = blocks
    .replaceAll('<img ', (_, at: number) =>
      at === seenAtOnce ? '<img fetchpriority="high" ' : '<img loading="lazy" decoding="async" ',
    )
    .replaceAll(
      /<(\/?)h([1-3])(?=[ >])/g,
      (_, slash: string, level: string) => `<${slash}h${Number(level) + lower}`,
    )
    .replaceAll(/<a href="(https?:[^"]*)">(.*?)<\/a>/gs, (link, href: string, text: string) =>
      isOwn(href, publicUrl)
        ? link
        : `<a href="${href}" target="_blank" rel="noopener">${text}<span class="sr-only"> (opens in a new tab)</span></a>`,
    )
    // Makes code blocks focusable, so that keyboard users can scroll wide ones.
    .replaceAll('<pre>', '<pre tabindex="0">')
  return rightToLeft.test(html) ? addDirections(shown) : shown
}

/**
 * Adds `dir="auto"` to top-level blocks only. Blocks in a list or quotation inherit its direction, so that list markers
 * and quotation bars are on the correct side.
 */
function addDirections(html: string): string {
  let depth = 0
  return html.replaceAll(
    /<(\/?)(p|h[2-4]|ul|ol|blockquote)( id="[^"]*")?>/g,
    (tag, slash: string, name: string, id = '') => {
      const isOuter = depth === 0
      if (name === 'ul' || name === 'ol' || name === 'blockquote') depth += slash ? -1 : 1
      return isOuter && !slash ? `<${name} dir="auto"${id}>` : tag
    },
  )
}

/** Letters of right-to-left scripts such as Hebrew and Arabic */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Approximate number of HTML characters that fit on a laptop's screen without scrolling */
const firstScreen = 500

function findPictureOnTop(html: string): number {
  const at = html.indexOf('<img ')
  return at < firstScreen ? at : -1
}

function isOwn(href: string, publicUrl: string): boolean {
  return URL.canParse(href) && new URL(href).origin === new URL(publicUrl).origin
}
