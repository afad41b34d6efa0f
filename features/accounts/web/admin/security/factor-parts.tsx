import { queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../../core/web/ui/ask-dialog.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { type SecondFactor, secondFactorRead } from '../../../contract/second-factor.ts'

type RemoveFactorProps = {
  title: string
  /** Label of the button that removes it */
  yes: string
  remove: () => Promise<void>
  toast: { title: string; description?: string }
  /** Id of the section's heading, which gets the focus because the button that opened the dialog is gone */
  heading: string
  onClose: () => void
  /** The consequences */
  children: string
}

export function RemoveFactor({ title, yes, remove, toast, heading, onClose, children }: RemoveFactorProps) {
  const { run, busy, problem } = useApiMutation(remove, {
    invalidates: [secondFactorKey],
    onSuccess() {
      showToast(toast)
      onClose()
    },
    onReloaded: () => document.getElementById(heading)?.focus(),
  })
  return (
    <AskDialog title={title} yes={yes} busy={busy} onYes={() => run()} onClose={onClose}>
      {problem && <Notice tone="problem">{problem}</Notice>}
      <p>{children}</p>
    </AskDialog>
  )
}

export type FactorSectionProps = {
  factor: SecondFactor
  /** Tells the user what was done, and shows the recovery codes that were made along with it */
  onDone: (message: string, codes: string[] | null) => void
}

export const secondFactorKey = queryKeyOf(secondFactorRead)
