import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../../contracts/format-date.ts'
import { paths } from '../../../contracts/paths.ts'
import { type Post, post } from '../../../contracts/posts.ts'
import { loadListPage } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { SearchField } from '../search-field.tsx'
import { ShowMore } from '../show-more.tsx'

const postsPerPage = 10

/** Every published post, newest first, found by words and paged until all are reachable. */
export function PostChooser({ onChoose }: { onChoose: (post: Post) => void }) {
  const [q, setQ] = useState('')
  const search = new URLSearchParams({ status: 'published', limit: String(postsPerPage) })
  if (q.trim() !== '') search.set('q', q)
  const pages = useInfiniteQuery({
    queryKey: [paths.api.blog, 'published for the newsletter', q],
    initialPageParam: `${paths.api.blog}?${search}`,
    queryFn: ({ pageParam }) => loadListPage(pageParam, post),
    getNextPageParam: (page) => page.next,
    // A post that was published a moment ago must be here.
    staleTime: 0,
  })
  const { data, error, refetch } = pages
  const posts = data?.pages.flatMap(({ rows }) => rows)
  if (posts?.length === 0 && q === '') return <p>No published posts yet. Publish one first.</p>
  return (
    <section className="post-chooser" aria-label="Published posts">
      <SearchField label="Choose a published post" placeholder="Search posts" q={q} onSearch={setQ} />
      {error && <LoadProblem what="The posts couldn’t be loaded." error={error} onRetry={refetch} />}
      {!posts && !error && <p>Loading posts...</p>}
      {posts?.length === 0 && <p role="status">No posts match. Try different words.</p>}
      {posts && posts.length > 0 && (
        <ul>
          {posts.map((one) => (
            <li key={one.id}>
              <button type="button" onClick={() => onChoose(one)}>
                <span dir="auto">{one.title}</span>
                <span className="form-note">{formatDate(one.publishedAt)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ShowMore of="posts" pages={pages} className="btn-small" />
    </section>
  )
}
