import { paths } from '../../contracts/paths.ts'
import type { PostSummary } from '../../contracts/posts.ts'
import type { Site } from '../../contracts/site.ts'
import { PostList } from '../blog/post-list.tsx'

export function LatestPostsSection({ site, posts }: { site: Site; posts: PostSummary[] }) {
  if (posts.length === 0) return null
  const words = site.content.latestPosts
  return (
    <section className="section latest" aria-labelledby="latest-title">
      <div className="wrap">
        <h2 id="latest-title">{words.title}</h2>
        <PostList posts={posts} site={site} heading="h3" compact />
        <a className="btn btn-quiet" href={paths.blog}>
          {words.all}
        </a>
      </div>
    </section>
  )
}
