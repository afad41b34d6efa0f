import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'

/** A picture or a file */
type Stored = { originalName: string; uses: number }

export function UseCount({ id, uses }: { id: string; uses: number }) {
  return (
    <span id={id}>{uses === 0 ? 'Not used' : uses === 1 ? 'Used in 1 place' : `Used in ${uses} places`}</span>
  )
}

type StoredActionsProps = {
  noun: 'image' | 'file'
  item: Stored
  /** Id of its `UseCount` */
  usesId: string
  mayDelete?: boolean
  remove: () => Promise<unknown>
  /** Key of the lists to load again */
  lists: { queryKey: QueryKey }
  /** Called after the item was deleted, so that the list can take the focus */
  onGone: () => void
  consequences: string
  /** The other buttons */
  children: ReactNode
}

/** The buttons of a picture or a file. One that is used can't be deleted. */
export function StoredActions(props: StoredActionsProps) {
  const { noun, item, usesId, mayDelete = true, remove, lists, onGone, consequences, children } = props
  const { originalName, uses } = item
  const [isAsking, setIsAsking] = useState(false)
  const queries = useQueryClient()
  const { run, busy, problem, reset } = useApiMutation(remove, {
    onSuccess() {
      setIsAsking(false)
      onGone()
      showToast({ title: noun === 'image' ? 'Image deleted' : 'File deleted', description: originalName })
      void queries.invalidateQueries(lists)
    },
  })

  function ask() {
    reset()
    setIsAsking(true)
  }

  return (
    <>
      <p className="media-card-actions">
        {children}
        {mayDelete && (
          <TextButton
            aria-disabled={uses > 0 || undefined}
            aria-describedby={uses > 0 ? usesId : undefined}
            onClick={() => uses === 0 && ask()}
          >
            <Trash2 aria-hidden="true" /> Delete<span className="sr-only"> {originalName}</span>
          </TextButton>
        )}
      </p>
      {isAsking && (
        <AskDialog
          title={`Delete this ${noun}?`}
          yes={busy ? 'Deleting...' : 'Delete'}
          no="Keep"
          busy={busy}
          onYes={() => run()}
          onClose={() => setIsAsking(false)}
        >
          {problem ? <Notice tone="problem">{problem}</Notice> : <p>{consequences}</p>}
        </AskDialog>
      )}
    </>
  )
}
