import { useRef, useState } from 'react'
import { paths } from '../../../../../core/contract/paths.ts'
import { may } from '../../../../../core/contract/roles.ts'
import { useCurrentUser } from '../../../../../core/web/admin/current-user.ts'
import { replaceUrl } from '../../../../../core/web/admin/history.ts'
import {
  FilterBar,
  type Filters,
  filterUrl,
  readFilters,
  SearchField,
  SelectFilter,
  setFilters,
} from '../../../../../core/web/admin/lists/filters.tsx'
import { byId, ListScreen, Rows, useListPage } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { searchId } from '../../../../../core/web/admin/screen-keys.ts'
import { ButtonLink } from '../../../../../core/web/admin/screen-link.tsx'
import { toggled } from '../../../../../core/web/ui/toggled.ts'
import { postRefusal } from '../../../contract/post-rights.ts'
import { type PostSort, type PostStatus, postList, postSorts, postStatuses } from '../../../contract/posts.ts'
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

const choices = { status: postStatuses, sort: chosenSorts }

export function ManageTab({ query }: { query: URLSearchParams }) {
  const filters = readFilters(query, choices)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const rows = useRef<HTMLDivElement>(null)
  const focusRows = () => rows.current?.focus()
  const list = useListPage(postList, { query: { ...setFilters(filters), limit: postsPerPage } })
  const posts = list.rows ?? []
  const user = useCurrentUser()
  const movable = posts.filter((post) => !postRefusal('trash', user, post))

  function show(next: Record<string, string>) {
    replaceUrl(filterUrl(paths.admin, { tab: 'manage', ...filters, ...next }))
    // A new filter may hide selected posts. Clear the selection, so that no post is changed without being visible.
    if (next.sort === undefined) setSelected(new Set())
  }

  return (
    <div className="admin-page">
      <ListScreen
        headline={<h1>Manage Posts</h1>}
        unit={['post', 'posts']}
        // The specification has these words.
        loading="Loading posts..."
        list={list}
        hasSkeleton
        empty={<NoPosts filtered={filters.q !== '' || filters.status !== ''} />}
        filters={
          <>
            <ManageFilters filters={filters} onShow={show} />
            {may(user, 'publish') ? (
              <SamplesNotice onGone={focusRows} />
            ) : (
              <p className="form-note">
                You can edit every draft. Editors and owners publish, and change what is or was public.
              </p>
            )}
          </>
        }
      >
        {movable.length > 0 && (
          <SelectionBar
            posts={movable}
            selected={selected}
            isTrash={filters.status === 'trash'}
            onSelect={setSelected}
            onDone={focusRows}
          />
        )}
        {/* Gets the focus after the focused post has left the list. */}
        <div ref={rows} tabIndex={-1} className="post-list">
          <Rows rows={posts} keyOf={byId}>
            {(post) => (
              <PostRow
                post={post}
                isSelected={selected.has(post.id)}
                onSelect={movable.includes(post) ? () => setSelected(toggled(selected, post.id)) : undefined}
                onGone={() => {
                  if (selected.has(post.id)) setSelected(toggled(selected, post.id))
                  focusRows()
                }}
              />
            )}
          </Rows>
        </div>
      </ListScreen>
    </div>
  )
}

type ManageFiltersProps = { filters: Filters<typeof choices>; onShow: (next: Record<string, string>) => void }

function ManageFilters({ filters: { q, status, sort }, onShow }: ManageFiltersProps) {
  return (
    <FilterBar
      search={<SearchField id={searchId} q={q} onSearch={(next) => onShow({ q: next })} />}
      filters={{ status, sort }}
    >
      <SelectFilter
        label="Status"
        all="All posts"
        value={status}
        options={postStatuses.map((value) => [value, statusLabels[value]])}
        onChoose={(next) => onShow({ status: next })}
      />
      <SelectFilter
        label="Sort by"
        all="Newest first"
        value={sort}
        options={chosenSorts.map((value) => [value, sortLabels[value]])}
        onChoose={(next) => onShow({ sort: next })}
      />
    </FilterBar>
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
            <ButtonLink href={paths.adminTab('create')}>Write the first post</ButtonLink>
          </p>
        </>
      )}
    </div>
  )
}
