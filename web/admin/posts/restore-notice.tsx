import { useEffect, useState } from 'react'
import { formatRecent } from '../../../contracts/format-date.ts'
import { dropCopy, findCopies, type LocalCopy } from './local-copy.ts'

type RestoreNoticeProps = {
  postId: number | undefined
  formKey: string
  /** Returns the copy of what it has taken the place of. */
  onRestore: (copy: LocalCopy) => LocalCopy | undefined
}

/** Text that this device kept and the server never got. */
export function RestoreNotice({ postId, formKey, onRestore }: RestoreNoticeProps) {
  const [copies, setCopies] = useState<LocalCopy[]>([])
  const [copy] = copies

  // Which windows are open can only be asked, not known.
  useEffect(() => {
    let asked = true
    void findCopies(postId, formKey).then((found) => asked && setCopies(found))
    return () => {
      asked = false
    }
  }, [postId, formKey])

  if (!copy) return null
  const next = (aside?: LocalCopy) => {
    setCopies((before) => [...before.slice(1), ...(aside ? [aside] : [])])
    document.getElementById('post-title')?.focus()
  }
  return (
    <div className="notice admin-notice" role="status">
      <p>
        You have unsaved text from {formatRecent(copy.keptAt)}
        {copy.values.title && (
          <>
            : <strong>{copy.values.title}</strong>
          </>
        )}
      </p>
      <div className="form-actions">
        <button
          type="button"
          className="btn btn-small"
          onClick={() => {
            next(onRestore(copy))
          }}
        >
          Restore
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-small"
          onClick={() => {
            dropCopy(copy.formKey)
            next()
          }}
        >
          Discard
        </button>
      </div>
    </div>
  )
}
