import { formatLongDate } from '../../../../core/contract/format-date.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { Page } from '../../../../core/web/page.ts'
import { organizationData } from '../../../../core/web/site/organization-data.ts'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import type { Byline } from '../../contract/post-guest.ts'
import { postPaths } from '../../contract/post-paths.ts'
import type { Post, PostSummary } from '../../contract/posts.ts'
import { postPage as words } from '../../words/blog.ts'
import { disclosureLine } from '../../words/disclosure.ts'
import { AfterPosts } from './after-posts.tsx'
import { AuthorCard } from './author.tsx'
import { BookingBox } from './booking-box.tsx'
import { feeds } from './feeds.ts'
import { PostBody, PostTitle } from './post-body.tsx'
import { PostList } from './post-list.tsx'
import { breadcrumbs, postHead, searchDescriptionOf, socialPictureOf } from './search-and-social.ts'

type PostLink = { title: string; slug: string }

type PostProps = {
  post: Post
  /** The guest author of the post; undefined if the author is not a guest */
  byline: Byline | undefined
  related: PostSummary[]
  previous: PostLink | undefined
  next: PostLink | undefined
  /** True for the preview of a post that may not be public yet */
  isPreview?: boolean
}

export const post: Page<PostProps> = {
  head: ({ post, byline, site, isPreview }) => ({
    ...postHead(post),
    ...(!isPreview && {
      canonical: postPaths.post(post.slug),
      picture: socialPictureOf(post, site),
      article: {
        publishedAt: post.publishedAt,
        updatedAt: post.updatedAt,
        author: post.author,
        tags: post.tags,
      },
      alternates: [...feeds(site), { href: postPaths.postMarkdown(post.slug), type: 'text/markdown' }],
      data: describe(post, byline, site),
    }),
  }),
  styles: 'blog',
  Body: ({ post, byline, site, related, previous, next, isPreview }) => (
    <main id="main" tabIndex={-1} className="wrap">
      <article className="post">
        {isPreview && <p className="post-preview">{words.preview}</p>}
        <PostTitle post={post} />
        <p className="post-meta">
          <span dir="auto">
            {site.content.blog.labels.by}{' '}
            {byline && !isPreview ? (
              <a href={postPaths.author(byline.slug)}>
                <b>{post.author}</b>
              </a>
            ) : (
              <b>{post.author}</b>
            )}
          </span>
          <time dateTime={post.publishedAt}>{formatLongDate(post.publishedAt, site)}</time>
          <span>{words.minutes(post.readingMinutes)}</span>
        </p>
        <PostBody post={post} site={site} />
        <footer className="post-end">
          <Made post={post} site={site} />
          {post.tags.length > 0 && (
            <ul className="post-tags" aria-label={words.tags}>
              {post.tags.map((tag) => (
                <li key={tag} dir="auto">
                  <a href={postPaths.blogTag(tag)}>{tag}</a>
                </li>
              ))}
            </ul>
          )}
        </footer>
        {byline && <AuthorCard byline={byline} hasPage={!isPreview} by={site.content.blog.labels.by} />}
        <AfterPosts site={site} />
        <BookingBox site={site} service="blog-post" />
      </article>
      {(previous || next) && (
        <nav className="post-neighbours" aria-label={words.neighbours}>
          {previous && <Neighbour label={site.content.blog.labels.previous} link={previous} rel="prev" />}
          {next && <Neighbour label={site.content.blog.labels.next} link={next} rel="next" />}
        </nav>
      )}
      {related.length > 0 && (
        <section className="post-related" aria-labelledby="related-title">
          <h2 id="related-title">{site.content.blog.labels.related}</h2>
          <PostList posts={related} site={site} heading="h3" compact />
        </section>
      )}
    </main>
  ),
}

/** How the post came about: AI's part and the source, as far as they are known */
function Made({ post, site }: { post: Post; site: Site }) {
  const line = disclosureLine(post)
  if (!line && !post.sourceName && !post.sourceUrl) return null
  return (
    <p className="post-made">
      {line}
      <Source post={post} site={site} />
    </p>
  )
}

function Source({ post, site }: { post: Post; site: Site }) {
  const name = post.sourceName ?? (post.sourceUrl && new URL(post.sourceUrl).hostname)
  if (!name) return null
  return (
    <>
      {' '}
      {site.content.blog.labels.source}{' '}
      {post.sourceUrl ? <ExternalLink href={post.sourceUrl}>{name}</ExternalLink> : name}
    </>
  )
}

function Neighbour({ label, link, rel }: { label: string; link: PostLink; rel: 'prev' | 'next' }) {
  return (
    <a href={postPaths.post(link.slug)} rel={rel}>
      <span>{label}</span>
      <b dir="auto">{link.title}</b>
    </a>
  )
}

/** https://schema.org/BlogPosting */
function describe(post: Post, byline: Byline | undefined, site: Site): object[] {
  const url = new URL(postPaths.post(post.slug), site.publicUrl).href
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      description: searchDescriptionOf(post),
      url,
      mainEntityOfPage: url,
      datePublished: post.publishedAt,
      dateModified: post.updatedAt,
      author: {
        '@type': 'Person',
        name: post.author,
        ...(byline && { url: new URL(postPaths.author(byline.slug), site.publicUrl).href }),
      },
      publisher: organizationData(site),
      image: new URL(post.socialPicture?.src ?? postPaths.postPicture(post.slug), site.publicUrl).href,
      keywords: post.tags.join(', '),
    },
    breadcrumbs(
      [site.name, site.publicUrl],
      ['Blog', new URL(postPaths.blog, site.publicUrl).href],
      [post.title, url],
    ),
  ]
}
