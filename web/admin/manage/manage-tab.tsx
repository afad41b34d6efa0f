import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { type PostStatus, post, postStatuses } from '../../../contracts/posts.ts'
import { loadListPage } from '../api.ts'
import { Choice } from '../choice.tsx'
import { LoadProblem } from '../load-problem.tsx'
import { renameEntry } from '../location.ts'
import { postListKey } from '../posts/post-calls.ts'
import { ScreenLink } from '../screen-link.tsx'
import { SearchField } from '../search-field.tsx'
import { searchId } from '../shortcuts.tsx'
import { ShowMore } from '../show-more.tsx'
import { PostRow } from './post-row.tsx'
import { SamplesNotice } from './samples-notice.tsx'

const postsPerPage = 25

const statusLabels: Record<PostStatus, string> = {
  published: 'Published',
  scheduled: 'Scheduled',
  draft: 'Drafts',
  review: 'Needs review',
  trash: 'Trash',
}

export function ManageTab({ query }: { query: URLSearchParams }) {
  const status = postStatuses.find((known) => known === query.get('status'))
  const q = query.get('q') ?? ''
  const list = useRef<HTMLDivElement>(null)
  const pages = useInfiniteQuery({
    queryKey: [postListKey, { q, status }],
    initialPageParam: listPath(q, status),
    queryFn: ({ pageParam }) => loadListPage(pageParam, post),
    getNextPageParam: (page) => page.next,
  })
  const { data, error, refetch } = pages
  const posts = data?.pages.flatMap(({ rows }) => rows)
  const total = data?.pages[0]?.total

  function show(next: { q?: string; status?: string }) {
    const filter = new URLSearchParams({ tab: 'manage' })
    const merged = { q, status: status ?? '', ...next }
    for (const [name, value] of Object.entries(merged)) if (value !== '') filter.set(name, value)
    renameEntry(`${paths.admin}?${filter}`)
  }

  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Manage Posts</h1>
        <p className="count" role="status">
          {total !== undefined && (total === '1' ? '1 post' : `${total} posts`)}
        </p>
      </div>
      <search className="list-filter">
        <SearchField id={searchId} q={q} onSearch={(next) => show({ q: next })} />
        <Choice
          id="post-status"
          label="Status"
          all="All posts"
          value={status ?? ''}
          options={postStatuses.map((one) => [one, statusLabels[one]])}
          onChoose={(next) => show({ status: next })}
        />
      </search>
      <SamplesNotice onGone={() => list.current?.focus()} />
      {error && <LoadProblem what="The posts could not be loaded." error={error} onRetry={refetch} />}
      {!posts && !error && <LoadingPosts />}
      {posts?.length === 0 && <NoPosts filtered={q !== '' || status !== undefined} />}
      {/* Where the focus goes when the post that had it is gone from the list. */}
      <div ref={list} tabIndex={-1} className="post-list">
        {posts && posts.length > 0 && (
          <ul>
            {posts.map((one) => (
              <li key={one.id}>
                <PostRow post={one} onGone={() => list.current?.focus()} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <ShowMore of="posts" pages={pages} />
    </div>
  )
}

function listPath(q: string, status: PostStatus | undefined): string {
  const query = new URLSearchParams({ limit: String(postsPerPage) })
  if (q.trim() !== '') query.set('q', q)
  if (status) query.set('status', status)
  return `${paths.api.blog}?${query}`
}

function LoadingPosts() {
  return (
    <div>
      <p>Loading posts...</p>
      {[1, 2, 3].map((row) => (
        <div key={row} className="skeleton skeleton-row" />
      ))}
    </div>
  )
}

function NoPosts({ filtered }: { filtered: boolean }) {
  return (
    <div className="card empty">
      <h2>No blog posts found</h2>
      {filtered ? (
        <p>No posts match. Try different words or another status.</p>
      ) : (
        <>
          <p>Your first post can be short: one question people ask you, and your answer.</p>
          <p>
            <ScreenLink className="btn btn-small" href={paths.adminTab('create')}>
              Write the first post
            </ScreenLink>
          </p>
        </>
      )}
    </div>
  )
}
