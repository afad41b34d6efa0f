import { useState, useSyncExternalStore } from 'react'
import { useLeaveGuard } from '../../../../core/web/admin/use-leave-guard.ts'
import { Button, QuietButton } from '../../../../core/web/ui/button.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'

type LeaveQuestionProps = {
  isDirty: boolean
  /** True if this browser's storage has a copy of the unsaved text */
  isBackedUp: boolean
  save: () => Promise<boolean>
}

/** Asks before the user leaves the form with unsaved changes. */
export function LeaveQuestion({ isDirty, isBackedUp, save }: LeaveQuestionProps) {
  const [answer, setAnswer] = useState<(leaves: boolean) => void>()
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  useLeaveGuard(isDirty, () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setAnswer(() => resolve)
    return promise
  })
  if (!answer) return null
  const settle = (leaves: boolean) => {
    answer(leaves)
    setAnswer(undefined)
  }
  return (
    <Modal title="You have unsaved changes" onClose={() => settle(false)}>
      <p>
        {!isOnline && 'You’re offline, so we can’t save right now. '}
        {isBackedUp
          ? 'If you leave now, your text stays on this device, and we’ll offer to restore it when you come back.'
          : 'This computer is out of storage, so your changes will be lost if you leave now.'}
      </p>
      <div className="form-actions">
        {isOnline && <Button onClick={async () => settle(await save())}>Save and leave</Button>}
        <QuietButton onClick={() => answer(true)}>Leave without saving</QuietButton>
        <Button className={isOnline ? 'btn btn-quiet' : 'btn'} onClick={() => settle(false)}>
          Stay
        </Button>
      </div>
    </Modal>
  )
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
