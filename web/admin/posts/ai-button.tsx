import { Sparkles } from 'lucide-react'
import { useState } from 'react'

type AiButtonProps = {
  label: string
  busyLabel: string
  run: () => Promise<void>
  /** A small chip unless given. */
  className?: string
  disabled?: boolean
  /** Work that `run` started is still going on after it resolved. */
  isBusy?: boolean
  /** Id of the text that says why it is disabled. */
  describedBy?: string | undefined
}

/** A button for a slow request. It keeps the focus while busy and ignores a second click. */
export function AiButton({
  label,
  busyLabel,
  run,
  className = 'chip chip-ai',
  disabled,
  isBusy = false,
  describedBy,
}: AiButtonProps) {
  const [running, setRunning] = useState(false)
  const busy = running || isBusy
  return (
    <button
      type="button"
      className={className}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-describedby={describedBy}
      onClick={() => {
        if (busy) return
        setRunning(true)
        void run().finally(() => setRunning(false))
      }}
    >
      <Sparkles aria-hidden="true" />
      {busy ? busyLabel : label}
    </button>
  )
}
