import { useTransition } from 'react'
import { textApprove } from '../../contracts/writing-room.ts'
import { call } from '../api.ts'
import { explainFailure } from '../api-failures.ts'
import { QuietButton } from '../ui/button.tsx'
import { showToast } from '../ui/toast.ts'
import type { RoomAutosave } from './room-autosave.ts'

/** `hash` identifies the version that the guest sees, so that a version they have not seen cannot be approved. */
type ApproveButtonProps = { hash: string; token: string; autosave: RoomAutosave; onApproved: () => void }

export function ApproveButton({ hash, token, autosave, onApproved }: ApproveButtonProps) {
  const [busy, startApproving] = useTransition()

  async function approve() {
    try {
      autosave.acceptRoom(await call(textApprove, { params: { token }, body: { hash } }))
      onApproved()
      showToast({ title: 'Approved', description: 'We’ve let the editor know.' })
    } catch (error) {
      const current = autosave.findConflict(error)
      if (current) autosave.acceptRoom(current)
      showToast({ title: 'Not approved.', description: explainFailure(error), tone: 'destructive' })
    }
  }

  return (
    <p>
      <QuietButton busy={busy} onClick={() => busy || startApproving(approve)}>
        {busy ? 'Approving...' : 'Approve this draft'}
      </QuietButton>
    </p>
  )
}
