import { useState } from 'react'
import { formatDate } from '../../../contracts/format-date.ts'
import { type Post, postList } from '../../../contracts/posts.ts'
import { SearchField, setFilters } from '../lists/filters.tsx'
import { byId, ListStates, Rows, useListPage } from '../lists/list-screen.tsx'

const postsPerPage = 10

/** A searchable list of all published posts, newest first, in which the user chooses one */
export function PostChooser({ onChoose }: { onChoose: (post: Post) => void }) {
  const [q, setQ] = useState('')
  const list = useListPage(postList, {
    query: { status: 'published', limit: postsPerPage, ...setFilters({ q }) },
  })
  if (list.rows?.length === 0 && q === '') return <p>No published posts yet. Publish one first.</p>
  return (
    <section className="post-chooser" aria-label="Published posts">
      <SearchField label="Choose a published post" placeholder="Search posts" q={q} onSearch={setQ} />
      <ListStates
        of="posts"
        list={list}
        empty={<p role="status">No posts match. Try different words.</p>}
        moreClass="btn-small"
      >
        <Rows rows={list.rows} keyOf={byId}>
          {(post) => (
            <button type="button" onClick={() => onChoose(post)}>
              <span dir="auto">{post.title}</span>
              <span className="form-note">{formatDate(post.publishedAt)}</span>
            </button>
          )}
        </Rows>
      </ListStates>
    </section>
  )
}
