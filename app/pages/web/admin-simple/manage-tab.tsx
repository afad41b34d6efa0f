import { paths } from '../../../../core/contract/paths.ts'
import { ListPages } from '../../../../core/web/admin-simple/list-pages.tsx'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { postPaths } from '../../../../features/posts/contract/post-paths.ts'
import {
  authorTypeLabels,
  type PostSummary,
  postMessages,
} from '../../../../features/posts/contract/posts.ts'

export type ManageTabProps = {
  posts: PostSummary[]
  next: string | undefined
  /** Number of posts: exact up to 10,000, then `10000+` */
  total: string
  isFirstPage: boolean
  /** True to confirm that a post was just saved */
  saved: boolean
}

/** A read-only list of all posts. */
export function ManageTab({ posts, next, isFirstPage, saved }: ManageTabProps) {
  return (
    <div className="manage">
      {saved && (
        <Notice tone="success" autoFocus>
          <p>{postMessages.saved}</p>
        </Notice>
      )}
      {posts.length === 0 ? (
        <EmptyPosts />
      ) : (
        <>
          <p className="manage-lead">
            To change a post, open the <a href={paths.admin}>full admin</a>.
          </p>
          <ul className="manage-list">
            {posts.map((post) => (
              <li key={post.id}>
                <ManageRow post={post} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ListPages tab="manage" things="posts" isFirstPage={isFirstPage} next={next} />
    </div>
  )
}

function EmptyPosts() {
  return (
    <div className="card empty">
      <h2>No blog posts found</h2>
      <p>
        Posts that you save appear here. <a href={paths.adminSimpleTab('create')}>Write the first one</a>.
      </p>
    </div>
  )
}

function ManageRow({ post }: { post: PostSummary }) {
  return (
    <article className="manage-row">
      <h2 dir="auto">{post.title}</h2>
      <p className="manage-row-excerpt" dir="auto">
        {post.excerpt}
      </p>
      <p className="manage-row-facts">
        <span className={post.isPublished ? 'badge' : 'tag'}>{post.isPublished ? 'Published' : 'Draft'}</span>
        <span className="tag">{authorTypeLabels[post.authorType]}</span>
        <span>
          by <bdi>{post.author}</bdi>
        </span>
        <ExternalLink href={postPaths.post(post.slug)}>
          View post<span className="sr-only"> {post.title}</span>
        </ExternalLink>
      </p>
    </article>
  )
}
