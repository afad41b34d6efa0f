import { RotateCcw, Trash2 } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { callSignedIn } from '../../../../../core/web/admin/repeated-requests.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../../core/web/api.ts'
import { explainFailure } from '../../../../../core/web/api-failures.ts'
import { SmallButton } from '../../../../../core/web/ui/button.tsx'
import { CheckBox } from '../../../../../core/web/ui/check-box.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { type Post, postList, postRestore, postTrash } from '../../../contract/posts.ts'
import { samplesRead } from '../../../contract/samples.ts'

type SelectionBarProps = {
  /** All posts on the screen. */
  posts: readonly Post[]
  selected: ReadonlySet<number>
  isTrash: boolean
  onSelect: Dispatch<SetStateAction<ReadonlySet<number>>>
  /** Called when the bar is about to disappear together with the focused button */
  onDone: () => void
}

/** Selects posts, and moves all selected posts to the trash or back. */
export function SelectionBar({ posts, selected, isTrash, onSelect, onDone }: SelectionBarProps) {
  const isAll = selected.size === posts.length
  const options = {
    invalidates: [queryKeyOf(postList), queryKeyOf(samplesRead)],
    onSuccess({ left, error }: Moved, { ids, toTrash, from }: Move) {
      // The posts that could not be moved stay selected, so that the user can try again. A selection that the user has
      // made in the meantime stays as it is.
      onSelect((now) => (now === from ? left : now))
      if (error !== undefined)
        return showToast({
          title: `${toTrash ? 'Moved' : 'Restored'} ${ids.length - left.size} of ${countOf(ids)}`,
          description: explainFailure(error),
          tone: 'destructive',
        })
      showToast({
        title: toTrash ? `${countOf(ids)} moved to the trash` : `${countOf(ids)} restored`,
        ...(toTrash && {
          actions: [
            {
              label: 'Undo',
              altText: 'To restore them, open Trash under Manage Posts',
              run: () => undoing.run({ ids, toTrash: false, from: left }),
            },
          ],
        }),
      })
      onDone()
    },
  }
  const moving = useApiMutation(moveAll, options)
  // One of its own, because moving is busy until the lists are reloaded, and Undo is offered before that.
  const undoing = useApiMutation(moveAll, options)

  const Icon = isTrash ? RotateCcw : Trash2
  return (
    <div className="selection-bar">
      <CheckBox
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && selected.size > 0
        }}
        onChange={() => onSelect(isAll ? new Set() : new Set(posts.map(({ id }) => id)))}
      >
        Select all shown
      </CheckBox>
      <span className="count" role="status">
        {selected.size > 0 && `${selected.size} selected`}
      </span>
      {selected.size > 0 && (
        <SmallButton
          busy={moving.busy}
          onClick={() => moving.run({ ids: [...selected], toTrash: !isTrash, from: selected })}
        >
          <Icon aria-hidden="true" /> {isTrash ? 'Restore selected' : 'Move selected to trash'}
        </SmallButton>
      )}
    </div>
  )
}

/** `from` is the selection at the time of the click. */
type Move = { ids: readonly number[]; toTrash: boolean; from: ReadonlySet<number> }

/** `left` contains the posts that were not moved. */
type Moved = { left: Set<number>; error?: unknown }

/** Moves the posts one by one and stops at the first failure. */
async function moveAll({ ids, toTrash }: Move): Promise<Moved> {
  const left = new Set(ids)
  try {
    for (const id of ids) {
      await callSignedIn(() => call(toTrash ? postTrash : postRestore, { params: { id } }))
      left.delete(id)
    }
    return { left }
  } catch (error) {
    return { left, error }
  }
}

const countOf = (ids: readonly number[]) => (ids.length === 1 ? '1 post' : `${ids.length} posts`)
