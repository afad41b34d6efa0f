import { useRef } from 'react'
import { paths } from '../../../../../core/contract/paths.ts'
import { pollWhileAny, queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import { callSignedIn } from '../../../../../core/web/admin/repeated-requests.ts'
import { ForServer } from '../../../../../core/web/admin/settings/for-server.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../../core/web/api.ts'
import { QuietButton } from '../../../../../core/web/ui/button.tsx'
import {
  busyImportStates,
  type ImportState,
  importCancel,
  importList,
  type SiteImport,
} from '../../../contract/imports.ts'
import { Counts } from './counts.tsx'
import { FileForm } from './file-form.tsx'
import { PastImports } from './past-imports.tsx'
import { UncheckedImport } from './unchecked-import.tsx'
import { type UploadState, useUpload } from './use-upload.ts'

const shownImports = 20

const query = { limit: shownImports }

const isBusy = ({ state }: SiteImport) => busyImportStates.some((busy) => busy === state)
const isOpen = ({ state }: SiteImport) => ['uploading', 'uploaded', 'checked'].includes(state)

export function ImportTab() {
  const loading = {
    queryKey: queryKeyOf(importList, { query }),
    queryFn: () => callSignedIn(() => call(importList, { query })),
    // Reloaded each time the tab opens, because programs and commands import, too.
    staleTime: 0,
    refetchInterval: pollWhileAny(isBusy),
  }
  const { data, notLoaded } = useLoaded(loading, 'imports')
  const head = useRef<HTMLHeadingElement>(null)
  // The clicked button is gone when the state changes.
  const focusHead = () => head.current?.focus()
  const upload = useUpload(focusHead)
  const isUploading = upload.progress !== undefined
  if (!data) return notLoaded
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
        {isUploading ? 'Uploading.' : current ? news[current.state] : sayResult(findLatest(past))}
      </p>
      <section className="import-card" aria-labelledby="import-now">
        <h2 id="import-now" ref={head} tabIndex={-1}>
          {isUploading ? 'Uploading' : current ? titles[current.state] : 'Choose your file'}
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

/** The import that ended last, because an undo can end after a newer import */
function findLatest(past: SiteImport[]): SiteImport | undefined {
  const endOf = (row: SiteImport) => row.undoneAt ?? row.finishedAt ?? row.startedAt ?? ''
  return [...past].sort((one, other) => endOf(other).localeCompare(endOf(one)))[0]
}

type Sayings = Partial<Record<ImportState, string>>

const titles: Sayings = {
  uploading: 'Continue the upload',
  uploaded: 'Uploaded',
  checking: 'Checking',
  checked: 'Ready to import',
  importing: 'Importing',
  undoing: 'Undoing the import',
}

/** What a screen reader says when the state changes */
const news: Sayings = {
  checking: 'The check is running.',
  checked: 'The check is complete.',
  importing: 'The import is running.',
  undoing: 'The import is being undone.',
}

const endings: Sayings = {
  finished: 'is complete',
  undone: 'is undone',
  canceled: 'was canceled',
  failed: 'stopped',
}

/** How an import ended. Its report is below the form, perhaps out of view. */
function sayResult(row: SiteImport | undefined): string {
  const ending = row && endings[row.state]
  return ending ? `The import of ${row.files[0]?.name} ${ending}. Its report is below.` : ''
}

function UploadProgress({ name, sent, bytes, onStop }: UploadState & { onStop: () => void }) {
  const percent = Math.floor((100 * sent) / bytes)
  return (
    <>
      <p>
        <bdi>{name}</bdi>: {percent}%. Keep this page open. If it closes, choose the same files again, and the
        upload goes on from here.
      </p>
      <progress className="progress-bar" max={bytes} value={sent} aria-label="Uploaded" />
      <p>
        <QuietButton onClick={onStop}>Pause</QuietButton>
      </p>
    </>
  )
}

/** An import that a job works on. It goes on without this page. */
function ImportWork({ row, onChanged }: { row: SiteImport; onChanged: () => void }) {
  const { id, state, position, entries, counts, checked, files, origin } = row
  const canceling = useApiMutation(importCancel, {
    failure: 'It couldn’t be canceled.',
    alwaysInvalidates: [queryKeyOf(importList)],
    onReloaded: onChanged,
  })
  const isImport = state === 'importing'
  const all = isImport ? entries : null
  return (
    <>
      <p>
        <bdi>{files[0]?.name}</bdi>
        {state !== 'undoing' && `: ${sayDone(position, all)}`}.{' '}
        {origin === 'command'
          ? 'A command on the server does this.'
          : 'You can close this page. The import keeps running.'}
      </p>
      <progress
        className="progress-bar"
        {...(all !== null && { max: all, value: position })}
        aria-label="Progress"
      />
      {state !== 'undoing' && <Counts counts={isImport ? counts : checked} />}
      {state !== 'undoing' && (
        <p>
          <QuietButton busy={canceling.busy} onClick={() => canceling.run({ params: { id }, body: {} })}>
            Cancel
          </QuietButton>
        </p>
      )}
    </>
  )
}

function sayDone(position: number, all: number | null): string {
  // In percent, because redirects and menus are steps of an import, but no entries of the file.
  if (all !== null) return `${Math.floor((100 * position) / Math.max(all, 1))}% done`
  return `${position.toLocaleString('en-US')} entries read`
}
