import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { busyImportStates, importList, type SiteImport } from '../../../../contracts/imports.ts'
import { paths } from '../../../../contracts/paths.ts'
import { call } from '../../../api.ts'
import { pollWhileAny, queryKeyOf } from '../../api.ts'
import { LoadProblem } from '../../load-problem.tsx'
import { callSignedIn } from '../../sign-in-again.ts'
import { ForServer } from '../for-server.tsx'
import { FileForm } from './file-form.tsx'
import { ImportWork } from './import-work.tsx'
import { PastImports } from './past-imports.tsx'
import { UncheckedImport } from './unchecked-import.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

const shownImports = 20

const query = { limit: shownImports }

const isBusy = ({ state }: SiteImport) => busyImportStates.some((busy) => busy === state)
const isOpen = ({ state }: SiteImport) => ['uploading', 'uploaded', 'checked'].includes(state)

export function ImportTab() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeyOf(importList, { query }),
    queryFn: () => callSignedIn(() => call(importList, { query })),
    // Reloaded each time the tab opens, because programs and commands import, too.
    staleTime: 0,
    refetchInterval: pollWhileAny(isBusy),
  })
  const head = useRef<HTMLHeadingElement>(null)
  // The clicked button is gone when the state changes.
  const focusHead = () => head.current?.focus()
  const upload = useUpload(focusHead)
  const isUploading = upload.progress !== undefined
  if (error && !data)
    return <LoadProblem what="The imports couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading imports...</p>
  const current = data.find(isBusy) ?? data.find(isOpen)
  const [newest] = data
  const refusal = newest?.state === 'failed' && newest.startedAt === null ? newest.problem : null
  const past = data.filter((row) => row !== current && row.startedAt !== null)
  return (
    <>
      <p>
        Bring your posts, pages, and images from WordPress, Ghost, Markdown files, or any RSS or Atom feed. An
        import sends no email, and you can undo it for 30 days.
      </p>
      <p className={current ? 'sr-only' : undefined} role="status">
        {current ? sayState(current, isUploading) : sayResult(findLatest(past))}
      </p>
      <section className="import-card" aria-labelledby="import-now">
        <h2 id="import-now" ref={head} tabIndex={-1}>
          {isUploading ? 'Uploading' : titleOf(current)}
        </h2>
        {upload.progress ? (
          <UploadProgress {...upload.progress} onStop={upload.stop} />
        ) : current === undefined || current.state === 'uploading' ? (
          <FileForm
            unfinished={current}
            problem={upload.problem ?? refusal ?? undefined}
            onStart={upload.start}
            onChanged={focusHead}
          />
        ) : isBusy(current) ? (
          <ImportWork row={current} onChanged={focusHead} />
        ) : (
          <UncheckedImport key={current.id} row={current} problem={upload.problem} onChanged={focusHead} />
        )}
      </section>
      <PastImports rows={past} mayUndo={current === undefined || !isBusy(current)} onUndo={focusHead} />
      <ForServer>
        <p>
          Files over 2 GB: run <code>npm run import -- FILE --uploads ZIP</code> on the server, first with{' '}
          <code>--check</code>. An agency can script a move with the{' '}
          <a className="inline-link" href={paths.api.docs}>
            API
          </a>
          .
        </p>
      </ForServer>
    </>
  )
}

function titleOf(current: SiteImport | undefined): string {
  switch (current?.state) {
    case undefined:
      return 'Choose your file'
    case 'uploading':
      return 'Continue the upload'
    case 'checking':
      return 'Checking'
    case 'checked':
      return 'Ready to import'
    case 'importing':
      return 'Importing'
    case 'undoing':
      return 'Undoing the import'
    default:
      return 'Uploaded'
  }
}

/** The import that ended last, because an undo can end after a newer import */
function findLatest(past: SiteImport[]): SiteImport | undefined {
  const endOf = (row: SiteImport) => row.undoneAt ?? row.finishedAt ?? row.startedAt ?? ''
  return [...past].sort((one, other) => endOf(other).localeCompare(endOf(one)))[0]
}

/** How an import ended. Its report is below the form, perhaps out of view. */
function sayResult(row: SiteImport | undefined): string {
  const subject = `The import of ${row?.files[0]?.name}`
  switch (row?.state) {
    case 'finished':
      return `${subject} is complete. Its report is below.`
    case 'undone':
      return `${subject} is undone. Its report is below.`
    case 'canceled':
      return `${subject} was canceled. Its report is below.`
    case 'failed':
      return `${subject} stopped. Its report is below.`
    default:
      return ''
  }
}

/** What a screen reader says when the state changes */
function sayState({ state }: SiteImport, isUploading: boolean): string {
  if (isUploading) return 'Uploading.'
  switch (state) {
    case 'checking':
      return 'The check is running.'
    case 'checked':
      return 'The check is complete.'
    case 'importing':
      return 'The import is running.'
    case 'undoing':
      return 'The import is being undone.'
    default:
      return ''
  }
}
