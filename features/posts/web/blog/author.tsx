import type { Page } from '../../../../core/web/page.ts'
import type { Byline } from '../../contract/post-guest.ts'
import { postPaths } from '../../contract/post-paths.ts'
import type { PostSummary } from '../../contract/posts.ts'
import { authorPage as words } from '../../words/blog.ts'
import { toImage } from './image.ts'
import { PostList } from './post-list.tsx'

/** The page of a guest author, with all their public posts */
export const author: Page<{ author: Byline; posts: PostSummary[] }> = {
  head: ({ author, site }) => ({
    title: author.name,
    description: author.bio || words.posts(author.name, site.name),
    canonical: postPaths.author(author.slug),
    data: [
      {
        '@context': 'https://schema.org',
        '@type': 'ProfilePage',
        mainEntity: {
          '@type': 'Person',
          name: author.name,
          ...(author.bio && { description: author.bio }),
          ...(author.photo && { image: new URL(author.photo.src, site.publicUrl).href }),
          url: new URL(postPaths.author(author.slug), site.publicUrl).href,
        },
      },
    ],
  }),
  styles: 'blog',
  Body: ({ site, author, posts }) => (
    <main id="main" tabIndex={-1} className="wrap blog">
      <header className="author-head">
        {author.photo && <img {...toImage(author.photo)} alt={author.photo.alt} sizes="9rem" />}
        <div>
          <p className="author-label">{words.label}</p>
          <h1 dir="auto">{author.name}</h1>
          {author.bio && (
            <p className="lead" dir="auto">
              {author.bio}
            </p>
          )}
        </div>
      </header>
      <PostList posts={posts} site={site} heading="h2" />
    </main>
  ),
}

type AuthorCardProps = { byline: Byline; hasPage: boolean; by: string }

export function AuthorCard({ byline, hasPage, by }: AuthorCardProps) {
  return (
    <aside className="author-card" aria-label={words.about(byline.name)}>
      {byline.photo && <img {...toImage(byline.photo)} alt={byline.photo.alt} sizes="5rem" loading="lazy" />}
      <div>
        <p>
          {by} <b dir="auto">{byline.name}</b>
        </p>
        {byline.bio && <p dir="auto">{byline.bio}</p>}
        {hasPage && (
          <p>
            <a href={postPaths.author(byline.slug)}>{words.more(byline.name)}</a>
          </p>
        )}
      </div>
    </aside>
  )
}
