import { useEffect, useState } from 'react'
import { formatRecent } from '../../../contracts/format-date.ts'
import type { PostKind } from '../../../contracts/post-kinds.ts'
import { RestoreNotice } from '../../editing/record/restore-notice.tsx'
import { dropPostCopy, findPostCopies, type PostCopy } from './post-copies.ts'

type PostRestoreNoticeProps = {
  post: { id: number | undefined; kind: PostKind }
  formKey: string
  /** Returns a copy of the unsaved text that the restored copy replaced in the form. */
  onRestore: (copy: PostCopy) => PostCopy | undefined
  /** Called after the user restored or discarded a copy */
  onDone: () => void
}

/** Offers to restore copies (unsaved values kept in this browser) of a post, one after the other. */
export function PostRestoreNotice({
  post: { id, kind },
  formKey,
  onRestore,
  onDone,
}: PostRestoreNoticeProps) {
  const [copies, setCopies] = useState<PostCopy[]>([])
  const [copy] = copies

  // An effect, because the browser tells only asynchronously which copies belong to a form that is open elsewhere.
  useEffect(() => {
    let isMounted = true
    void findPostCopies({ id, kind }, formKey).then((found) => isMounted && setCopies(found))
    return () => {
      isMounted = false
    }
  }, [id, kind, formKey])

  if (!copy) return null
  const next = (aside?: PostCopy) => {
    setCopies((before) => [...before.slice(1), ...(aside ? [aside] : [])])
    onDone()
  }
  return (
    <RestoreNotice
      onRestore={() => next(onRestore(copy))}
      onDiscard={() => {
        dropPostCopy(copy.formKey)
        next()
      }}
    >
      You have unsaved text from {formatRecent(copy.keptAt)}
      {copy.values.title && (
        <>
          : <strong>{copy.values.title}</strong>
        </>
      )}
    </RestoreNotice>
  )
}
