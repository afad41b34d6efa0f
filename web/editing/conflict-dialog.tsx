import type { ReactNode } from 'react'
import { Button, QuietButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Modal } from '../ui/modal.tsx'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import { textOfHtml } from './html-text.ts'

type ConflictDialogProps = {
  title: string
  lead: ReactNode
  mine: { title: string; content: string }
  copyLabel: string
  takeLabel: string
  onClose: () => void
  /** Undefined if this version can no longer be saved. */
  onKeepMine?: (() => void) | undefined
  onTakeTheirs: () => void
  /** The comparison of the two versions. */
  children: ReactNode
}

/** Someone else saved the text in the meantime. Nothing changes until the user chooses. */
export function ConflictDialog({
  title,
  lead,
  mine,
  copyLabel,
  takeLabel,
  onClose,
  onKeepMine,
  onTakeTheirs,
  children,
}: ConflictDialogProps) {
  return (
    <Modal title={title} wide onClose={onClose}>
      <p>{lead}</p>
      <ScrollRegion label="The two versions">{children}</ScrollRegion>
      <div className="form-actions">
        {onKeepMine && <Button onClick={onKeepMine}>Keep mine</Button>}
        <QuietButton onClick={onTakeTheirs}>{takeLabel}</QuietButton>
        <CopyButton label={copyLabel} text={() => describeVersion(mine)} />
      </div>
    </Modal>
  )
}

/** A version of a text as plain text, to compare or copy. */
export function describeVersion({ title, content }: { title: string; content: string }): string {
  return `${title}\n\n${textOfHtml(content)}`
}
