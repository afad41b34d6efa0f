import { Sparkles } from 'lucide-react'
import { useState } from 'react'

type AiButtonProps = {
  label: string
  busyLabel: string
  run: () => Promise<void>
  /** A small one among fields, where nothing else is said. */
  className?: string
  disabled?: boolean
  /** What it began goes on although its call is over. */
  isBusy?: boolean
  /** Id of the sentence that says why it is disabled. */
  describedBy?: string | undefined
}

/** A button whose answer takes a while. It keeps the focus meanwhile, and takes no second click. */
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
