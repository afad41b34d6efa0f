import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paths } from '../../../../contracts/paths.ts'
import {
  type PostSort,
  type PostStatus,
  post,
  postList,
  postSorts,
  postStatuses,
} from '../../../../contracts/posts.ts'
import { loadListPage, queryKeyOf } from '../../api.ts'
import { replaceUrl } from '../../history.ts'
import { LoadProblem } from '../../load-problem.tsx'
import { ScreenLink } from '../../screen-link.tsx'
import { SearchField } from '../../search-field.tsx'
import { Choice } from '../../select-filter.tsx'
import { searchId } from '../../shortcuts.tsx'
import { ShowMore } from '../../show-more.tsx'
import { PostRow } from './post-row.tsx'
import { SamplesNotice } from './samples-notice.tsx'
import { SelectionBar } from './selection-bar.tsx'

const postsPerPage = 25

const statusLabels: Record<PostStatus, string> = {
  published: 'Published',
  scheduled: 'Scheduled',
  draft: 'Drafts',
  review: 'Needs review',
  trash: 'Trash',
}

const sortLabels: Record<Exclude<PostSort, 'newest'>, string> = {
  oldest: 'Oldest first',
  title: 'Title, A to Z',
  updated: 'Recently updated',
}
const chosenSorts = postSorts.filter((sort) => sort !== 'newest')

export function ManageTab({ query }: { query: URLSearchParams }) {
  const status = postStatuses.find((known) => known === query.get('status'))
  const sort = chosenSorts.find((known) => known === query.get('sort'))
  const q = query.get('q') ?? ''
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const pages = useInfiniteQuery({
    queryKey: [...queryKeyOf(postList), { q, status, sort }],
    initialPageParam: listPath(q, status, sort),
    queryFn: ({ pageParam }) => loadListPage(pageParam, post),
    getNextPageParam: (page) => page.next,
  })
  const { data, error, refetch } = pages
  const posts = data?.pages.flatMap(({ rows }) => rows)
  const total = data?.pages[0]?.total

  function show(next: { q?: string; status?: string; sort?: string }) {
    const filter = new URLSearchParams({ tab: 'manage' })
    const merged = { q, status: status ?? '', sort: sort ?? '', ...next }
    for (const [name, value] of Object.entries(merged)) if (value !== '') filter.set(name, value)
    replaceUrl(`${paths.admin}?${filter}`)
    // What is not shown must not be changed.
    if (next.sort === undefined) setSelected(new Set())
  }

  function select(id: number, isSelected: boolean) {
    const next = new Set(selected)
    if (isSelected) next.add(id)
    else next.delete(id)
    setSelected(next)
  }

  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Manage Posts</h1>
        <p className="count" role="status">
          {total !== undefined && (total === '1' ? '1 post' : `${total} posts`)}
        </p>
      </div>
      <search className="list-filter manage-filter">
        <SearchField id={searchId} q={q} onSearch={(next) => show({ q: next })} />
        <Choice
          id="post-status"
          label="Status"
          all="All posts"
          value={status ?? ''}
          options={postStatuses.map((one) => [one, statusLabels[one]])}
          onChoose={(next) => show({ status: next })}
        />
        <Choice
          id="post-sort"
          label="Sort by"
          all="Newest first"
          value={sort ?? ''}
          options={chosenSorts.map((one) => [one, sortLabels[one]])}
          onChoose={(next) => show({ sort: next })}
        />
      </search>
      <SamplesNotice onGone={() => list.current?.focus()} />
      {error && <LoadProblem what="We couldn’t load the posts." error={error} onRetry={refetch} />}
      {!posts && !error && <LoadingPosts />}
      {posts?.length === 0 && <NoPosts filtered={q !== '' || status !== undefined} />}
      {posts && posts.length > 0 && (
        <SelectionBar
          posts={posts}
          selected={selected}
          isTrash={status === 'trash'}
          onSelect={setSelected}
          onDone={() => list.current?.focus()}
        />
      )}
      {/* Where the focus goes when the post that had it is gone from the list. */}
      <div ref={list} tabIndex={-1} className="post-list">
        {posts && posts.length > 0 && (
          <ul>
            {posts.map((one) => (
              <li key={one.id}>
                <PostRow
                  post={one}
                  isSelected={selected.has(one.id)}
                  onSelect={(isSelected) => select(one.id, isSelected)}
                  onGone={() => {
                    select(one.id, false)
                    list.current?.focus()
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <ShowMore of="posts" pages={pages} />
    </div>
  )
}

function listPath(q: string, status: PostStatus | undefined, sort: PostSort | undefined): string {
  const query = new URLSearchParams({ limit: String(postsPerPage) })
  if (q.trim() !== '') query.set('q', q)
  if (status) query.set('status', status)
  if (sort) query.set('sort', sort)
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
