import { useEffect, useState } from 'react'
import { formatRecent } from '../../../contracts/format-date.ts'
import { RestoreNotice } from '../../editing/restore-notice.tsx'
import { dropPostCopy, findPostCopies, type PostCopy } from './post-copies.ts'

type PostRestoreNoticeProps = {
  postId: number | undefined
  formKey: string
  /** Returns a copy of the text that the restored one replaced. */
  onRestore: (copy: PostCopy) => PostCopy | undefined
  /** The notice about one copy was answered. */
  onDone: () => void
}

/** Offers the copies that this device kept of a post, one after the other. */
export function PostRestoreNotice({ postId, formKey, onRestore, onDone }: PostRestoreNoticeProps) {
  const [copies, setCopies] = useState<PostCopy[]>([])
  const [copy] = copies

  // Whether another window is writing a copy can only be asked asynchronously.
  useEffect(() => {
    let isMounted = true
    void findPostCopies(postId, formKey).then((found) => isMounted && setCopies(found))
    return () => {
      isMounted = false
    }
  }, [postId, formKey])

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
