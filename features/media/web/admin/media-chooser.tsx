import type { ReactNode } from 'react'
import { SearchField } from '../../../../core/web/admin/lists/filters.tsx'
import {
  byId,
  ListStates,
  type ListStatesProps,
  Rows,
} from '../../../../core/web/admin/lists/list-screen.tsx'

type MediaChooserProps<Item> = {
  /** Plural for sentences, such as "files" */
  of: string
  label: string
  list: ListStatesProps['list'] & { rows: readonly Item[] | undefined }
  q: string
  onSearch: (q: string) => void
  onChoose: (item: Item) => void
  className: string
  children: (item: Item) => ReactNode
}

/** Lets the user choose one of the uploaded pictures or files. Shows nothing if there are none. */
export function MediaChooser<Item extends { id: number }>({
  of,
  label,
  list,
  q,
  onSearch,
  onChoose,
  className,
  children,
}: MediaChooserProps<Item>) {
  if (list.rows?.length === 0 && q === '') return null
  return (
    <section className={className} aria-label={label}>
      <SearchField label="Or choose from Media" q={q} onSearch={onSearch} />
      <ListStates
        of={of}
        list={list}
        empty={<p role="status">No {of} match. Try different words.</p>}
        moreClass="btn-small"
      >
        <Rows rows={list.rows} keyOf={byId}>
          {(item) => (
            <button type="button" onClick={() => onChoose(item)}>
              {children(item)}
            </button>
          )}
        </Rows>
      </ListStates>
    </section>
  )
}
