import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contracts/paths.ts'
import type { Post } from '../../../../contracts/posts.ts'
import { explainFailure } from '../../../api-failures.ts'
import { showToast } from '../../../ui/toast.ts'
import { callSignedIn } from '../../sign-in-again.ts'
import { postListKey, restorePost, trashPost } from '../post-calls.ts'

type SelectionBarProps = {
  /** All that are shown. */
  posts: readonly Post[]
  selected: ReadonlySet<number>
  isTrash: boolean
  onSelect: (ids: ReadonlySet<number>) => void
  /** The buttons are about to go, and the focus with them. */
  onDone: () => void
}

/** Selects posts, and moves them to the trash or back in one step. */
export function SelectionBar({ posts, selected, isTrash, onSelect, onDone }: SelectionBarProps) {
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const isAll = selected.size === posts.length

  async function moveAll(ids: readonly number[], { toTrash }: { toTrash: boolean }) {
    if (busy) return
    setBusy(true)
    const moved: number[] = []
    try {
      for (const id of ids) {
        await callSignedIn(() => (toTrash ? trashPost(id) : restorePost(id)))
        moved.push(id)
      }
      showToast({
        title: toTrash ? `${countOf(ids)} moved to the trash` : `${countOf(ids)} restored`,
        ...(toTrash && {
          actions: [
            {
              label: 'Undo',
              altText: 'To restore them, open Trash under Manage Posts',
              run: () => void moveAll(ids, { toTrash: false }),
            },
          ],
        }),
      })
      onSelect(new Set())
      onDone()
    } catch (error) {
      // What is left stays selected, to be tried again.
      onSelect(new Set(ids.filter((id) => !moved.includes(id))))
      showToast({
        title: `${toTrash ? 'Moved' : 'Restored'} ${moved.length} of ${countOf(ids)}`,
        description: explainFailure(error),
        tone: 'destructive',
      })
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: [postListKey] })
    await queries.invalidateQueries({ queryKey: [paths.api.recentPosts] })
    await queries.invalidateQueries({ queryKey: [paths.api.samples] })
  }

  const move = () => void moveAll([...selected], { toTrash: !isTrash })
  const Icon = isTrash ? RotateCcw : Trash2
  return (
    <div className="selection-bar">
      <label className="check">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && selected.size > 0
          }}
          onChange={() => onSelect(isAll ? new Set() : new Set(posts.map(({ id }) => id)))}
        />
        Select all shown
      </label>
      <span className="count" role="status">
        {selected.size > 0 && `${selected.size} selected`}
      </span>
      {selected.size > 0 && (
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-disabled={busy || undefined}
          onClick={move}
        >
          <Icon aria-hidden="true" /> {isTrash ? 'Restore selected' : 'Move selected to trash'}
        </button>
      )}
    </div>
  )
}

const countOf = (ids: readonly number[]) => (ids.length === 1 ? '1 post' : `${ids.length} posts`)
