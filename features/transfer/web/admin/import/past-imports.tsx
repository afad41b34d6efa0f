import { useState } from 'react'
import { formatDate, formatDateTime } from '../../../../../core/contract/format-date.ts'
import { queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { byId, Rows } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { AskDialog } from '../../../../../core/web/ui/ask-dialog.tsx'
import { SmallButton } from '../../../../../core/web/ui/button.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import {
  type ImportPhase,
  type ImportState,
  importFormatLabels,
  importList,
  importStart,
  importUndo,
  type SiteImport,
} from '../../../contract/imports.ts'
import { Counts, isUnchanged } from './counts.tsx'
import { Notes } from './notes.tsx'

type PastProps = {
  /** False while a job works on another import */
  mayUndo: boolean
  /** Called when an import moves up to those that a job works on */
  onUndo: () => void
}

export function PastImports({ rows, ...past }: PastProps & { rows: SiteImport[] }) {
  if (rows.length === 0) return null
  return (
    <Section id="past-imports" title="Your imports">
      <Rows className="session-list" rows={rows} keyOf={byId}>
        {(row) => <PastImport row={row} {...past} />}
      </Rows>
    </Section>
  )
}

const stateLabels: Partial<Record<ImportState, string>> = {
  finished: 'Complete',
  canceled: 'Canceled',
  failed: 'Stopped',
  undone: 'Undone',
}

function PastImport({ row, mayUndo, onUndo }: PastProps & { row: SiteImport }) {
  const { id, state, files, format, counts, startedAt, startedBy, origin, undoUntil, problem } = row
  const [isAsking, setIsAsking] = useState(false)
  // What an undo had to keep is shown at once.
  const [isOpen, setIsOpen] = useState(state === 'undone' && (counts.kept ?? 0) > 0)
  const change = {
    failure: 'Something went wrong.',
    alwaysInvalidates: [queryKeyOf(importList)],
    onReloaded: onUndo,
  }
  const undoing = useApiMutation(importUndo, change)
  const starting = useApiMutation(importStart, change)
  const isPart = state === 'canceled' || state === 'failed'
  const phase: ImportPhase = state === 'undone' ? 'undo' : 'import'
  const hasNotes = ((phase === 'undo' ? counts.kept : counts.notes) ?? 0) > 0
  return (
    <article className="import-past" aria-labelledby={`import-${id}`}>
      <h3 id={`import-${id}`}>
        <bdi>{files[0]?.name}</bdi>
      </h3>
      <p className="post-row-facts">
        <span className={`badge ${state === 'finished' ? 'badge-live' : 'badge-draft'}`}>
          {stateLabels[state]}
        </span>
        {format && <span>{importFormatLabels[format]}</span>}
        <span>
          {startedAt && formatDateTime(startedAt)}
          {startedBy ? ` by ${startedBy}` : origin === 'command' ? ' on the server' : ''}
        </span>
      </p>
      {problem && <p className="mail-problem">{problem}</p>}
      {isUnchanged(counts) && <p>Everything in this file had been imported before. Nothing was changed.</p>}
      {state !== 'undone' && <Counts counts={counts} />}
      {state === 'finished' && !hasNotes && <p>Everything came over as it was.</p>}
      {undoUntil && <p className="field-hint">You can undo it until {formatDate(undoUntil)}.</p>}
      <div className="form-actions">
        {hasNotes && (
          <SmallButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide notes' : 'Show notes'}
            <span className="sr-only"> of {files[0]?.name}</span>
          </SmallButton>
        )}
        {isPart && origin === 'upload' && mayUndo && (
          <SmallButton
            busy={starting.busy}
            onClick={() => starting.run({ params: { id }, body: row.options })}
          >
            Continue
          </SmallButton>
        )}
        {undoUntil && mayUndo && (
          <SmallButton busy={undoing.busy} onClick={() => setIsAsking(true)}>
            Undo<span className="sr-only"> the import of {files[0]?.name}</span>
          </SmallButton>
        )}
      </div>
      {isOpen && <Notes key={phase} id={id} phase={phase} />}
      {isAsking && (
        <AskDialog
          title="Undo this import?"
          yes="Undo import"
          onYes={() => undoing.run({ params: { id }, body: {} })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            This deletes the posts, pages, images, and redirects that the import brought. Anything you’ve
            edited or used since then stays. We’ll list it here.
          </p>
        </AskDialog>
      )}
    </article>
  )
}
