import type { ReactNode } from 'react'
import { Button, QuietButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Modal } from '../ui/modal.tsx'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import { textOfHtml } from './html-text.ts'

type ConflictDialogProps = {
  title: string
  lead: ReactNode
  /** The user's own version as plain text, for copying */
  mine: () => string
  copyLabel: string
  takeLabel: string
  onClose: () => void
  /** Undefined if the user's own version can no longer be saved */
  onKeepMine?: (() => void) | undefined
  onTakeTheirs: () => void
  /** The comparison of the two versions */
  children: ReactNode
}

/**
 * Shown if someone else saved the text in the meantime. The user chooses between the two versions; until then, neither
 * version changes.
 */
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
        <CopyButton label={copyLabel} text={mine} />
      </div>
    </Modal>
  )
}

/** Returns a version of a post as plain text, for comparing or copying. */
export function describeVersion({ title, content }: { title: string; content: string }): string {
  return `${title}\n\n${textOfHtml(content)}`
}
