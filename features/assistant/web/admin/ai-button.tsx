import { useMutation } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { Button } from '../../../../core/web/ui/button.tsx'

type AiButtonProps = {
  label: string
  busyLabel: string
  run: () => Promise<void>
  /** Replaces the default look, a small chip */
  className?: string
  disabled?: boolean
  /** True while work that `run` started continues after `run` resolved */
  isBusy?: boolean
  /** Id of the text that says why the button is disabled */
  describedBy?: string | undefined
}

/** A button for a slow request. It keeps the focus while it is busy and ignores further clicks. */
export function AiButton({
  label,
  busyLabel,
  run,
  className = 'chip chip-ai',
  disabled,
  isBusy = false,
  describedBy,
}: AiButtonProps) {
  const { mutate, isPending } = useMutation({ mutationFn: run })
  const busy = isPending || isBusy
  return (
    <Button
      className={className}
      disabled={disabled}
      busy={busy}
      aria-describedby={describedBy}
      onClick={() => busy || mutate()}
    >
      <Sparkles aria-hidden="true" />
      {busy ? busyLabel : label}
    </Button>
  )
}
