import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import { filterUrl, SearchField } from '../../../../core/web/admin/lists/filters.tsx'
import {
  byId,
  ListScreen,
  type ListScreenProps,
  Rows,
} from '../../../../core/web/admin/lists/list-screen.tsx'
import { searchId } from '../../../../core/web/admin/screen-keys.ts'
import { Button } from '../../../../core/web/ui/button.tsx'
import { mediaPaths } from '../../contract/media-paths.ts'

type MediaPanelProps<Item> = {
  headline: string
  unit: [one: string, many: string]
  list: ListScreenProps['list'] & { rows: readonly Item[] | undefined }
  /** What is searched for */
  q: string
  tab?: 'files'
  /** Shown if there is nothing yet */
  invitation: string
  add: { label: string; icon: LucideIcon; dialog: (close: () => void) => ReactNode }
  className: string
  children: (item: Item, onGone: () => void) => ReactNode
}

/** All pictures or all files of the site, to search, add, and delete. */
export function MediaPanel<Item extends { id: number }>({
  headline,
  unit,
  list,
  q,
  tab,
  invitation,
  add: { label, icon: Icon, dialog },
  className,
  children,
}: MediaPanelProps<Item>) {
  const [adding, setAdding] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  return (
    <>
      <ListScreen
        headline={<h1>{headline}</h1>}
        unit={unit}
        list={list}
        empty={
          <div className="card empty">
            <h2>No {unit[1]} found</h2>
            <p>{q === '' ? invitation : `No ${unit[1]} match. Try different words.`}</p>
          </div>
        }
        filters={
          <div className="media-bar">
            <SearchField
              id={searchId}
              q={q}
              onSearch={(next) =>
                replaceUrl(filterUrl(mediaPaths.adminMedia, { ...(tab && { tab }), q: next }))
              }
            />
            <Button onClick={() => setAdding(true)}>
              <Icon aria-hidden="true" /> {label}
            </Button>
          </div>
        }
      >
        {/* Gets the focus after the focused item was deleted. */}
        <div ref={rows} tabIndex={-1} className={className}>
          <Rows rows={list.rows} keyOf={byId}>
            {(item) => children(item, () => rows.current?.focus())}
          </Rows>
        </div>
      </ListScreen>
      {adding && dialog(() => setAdding(false))}
    </>
  )
}
