import { useState } from 'react'
import { roomConflict } from '../../contracts/invites.ts'
import { explainFailure, hasStatus } from '../api-failures.ts'
import { showToast } from '../ui/toast.ts'
import { approveText } from './room-calls.ts'
import type { RoomKeeper } from './room-keeper.ts'

export function ApproveButton({ hash, token, keeper }: { hash: string; token: string; keeper: RoomKeeper }) {
  const [busy, setBusy] = useState(false)

  async function approve() {
    if (busy) return
    setBusy(true)
    try {
      keeper.accept(await approveText(token, hash))
      document.querySelector('h1')?.focus()
      showToast({ title: 'Approved', description: 'We’ve let the editor know.' })
    } catch (error) {
      const current = hasStatus(error, 409) ? roomConflict.safeParse(error.body).data?.current : undefined
      if (current) keeper.accept(current)
      showToast({ title: 'Not approved.', description: explainFailure(error), tone: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <p>
      <button
        type="button"
        className="btn btn-quiet"
        aria-disabled={busy || undefined}
        onClick={() => void approve()}
      >
        {busy ? 'Approving...' : 'Approve this draft'}
      </button>
    </p>
  )
}
