import { Sparkles } from 'lucide-react'
import { useState } from 'react'

type AiButtonProps = {
  label: string
  busyLabel: string
  run: () => Promise<void>
  disabled?: boolean
  /** Id of the sentence that says why it is disabled. */
  describedBy?: string | undefined
}

/** A button whose answer takes a while. It keeps the focus meanwhile, and takes no second click. */
export function AiButton({ label, busyLabel, run, disabled, describedBy }: AiButtonProps) {
  const [busy, setBusy] = useState(false)
  return (
    <button
      type="button"
      className="chip chip-ai"
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-describedby={describedBy}
      onClick={() => {
        if (busy) return
        setBusy(true)
        void run().finally(() => setBusy(false))
      }}
    >
      <Sparkles aria-hidden="true" />
      {busy ? busyLabel : label}
    </button>
  )
}
