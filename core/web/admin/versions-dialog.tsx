import type { ReactNode } from 'react'
import { formatRecent } from '../../contract/format-date.ts'
import { Modal } from '../ui/modal.tsx'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import { LoadProblem } from './load-problem.tsx'

type Version<Cause extends string> = { id: number; savedAt: string; savedBy: string; cause: Cause }

type VersionsDialogProps<Cause extends string, Row extends Version<Cause>> = {
  list: { data?: Row[] | undefined; error: Error | null; refetch: () => unknown }
  /** What led to a version, in words before the name of the user */
  causes: Record<Cause, string>
  chosen: Row | undefined
  onChoose: (version: Row) => void
  onClose: () => void
  /** Buttons for the chosen version */
  actions: ReactNode
  /** Comparison of the chosen version with the current one */
  children: ReactNode
}

/** The kept versions of a text or a section, newest first, with the changes since the chosen one */
export function VersionsDialog<Cause extends string, Row extends Version<Cause>>({
  list: { data, error, refetch },
  causes,
  chosen,
  onChoose,
  onClose,
  actions,
  children,
}: VersionsDialogProps<Cause, Row>) {
  return (
    <Modal title="Version history" wide onClose={onClose}>
      {error && <LoadProblem what="We couldn’t load the versions." error={error} onRetry={refetch} />}
      {!data && !error && <p>Loading versions...</p>}
      {data?.length === 0 && <p>Nothing has changed yet. Each saved version will be listed here.</p>}
      {data && data.length > 0 && (
        <div className="revisions">
          <ol aria-label="Versions, newest first">
            {data.map((version) => (
              <li key={version.id}>
                <button
                  type="button"
                  aria-pressed={version.id === chosen?.id}
                  onClick={() => onChoose(version)}
                >
                  <strong>{formatRecent(version.savedAt)}</strong>
                  <span>
                    {causes[version.cause]} by {version.savedBy}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          <ScrollRegion label="Changes since then">
            {chosen ? children : <p>Choose a version to see what changed since then.</p>}
          </ScrollRegion>
        </div>
      )}
      {chosen && <div className="form-actions">{actions}</div>}
    </Modal>
  )
}
