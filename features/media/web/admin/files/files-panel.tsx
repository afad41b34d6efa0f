import { useQueryClient } from '@tanstack/react-query'
import { Download, FilePlus } from 'lucide-react'
import { describeFile } from '../../../../../core/contract/file-size.ts'
import { formatRecent } from '../../../../../core/contract/format-date.ts'
import { useCurrentUser } from '../../../../../core/web/admin/current-user.ts'
import { call } from '../../../../../core/web/api.ts'
import { lazyDialog } from '../../../../../core/web/ui/lazy-part.tsx'
import { fileDelete, type StoredFile } from '../../../contract/files.ts'
import { mediaRefusal } from '../../../contract/media.ts'
import { MediaPanel } from '../media-panel.tsx'
import { StoredActions, UseCount } from '../stored-actions.tsx'
import { createFileStore } from './admin-files.tsx'
import { allFiles, useFiles } from './file-queries.ts'

const AddFileDialog = lazyDialog(() => import('./add-file-dialog.tsx'), 'AddFileDialog')

export function FilesPanel({ query }: { query: URLSearchParams }) {
  const q = query.get('q') ?? ''
  const list = useFiles(q)
  const queries = useQueryClient()
  return (
    <MediaPanel
      headline="Files"
      unit={['file', 'files']}
      list={list}
      q={q}
      tab="files"
      invitation="Add a PDF here, or drop it into a post, so that readers can download it."
      add={{
        label: 'Add a PDF',
        icon: FilePlus,
        dialog: (close) => <AddFileDialog store={createFileStore(queries)} onClose={close} />,
      }}
      className="file-list"
    >
      {(file, onGone) => <FileCard file={file} onGone={onGone} />}
    </MediaPanel>
  )
}

/** One file in the list. `onGone` runs after the file was deleted, so that the list can take the focus. */
function FileCard({ file, onGone }: { file: StoredFile; onGone: () => void }) {
  const { id, originalName } = file
  const titleId = `file-${id}`
  const usesId = `file-${id}-uses`
  const refusal = mediaRefusal('file', useCurrentUser(), file)
  return (
    <article className="file-card" aria-labelledby={titleId}>
      <h2 id={titleId} dir="auto">
        {originalName}
      </h2>
      <p className="post-row-facts">
        <span>{describeFile(file.bytes)}</span>
        <span>{formatRecent(file.createdAt)}</span>
        <UseCount id={usesId} uses={file.uses} />
      </p>
      <StoredActions
        noun="file"
        item={file}
        usesId={usesId}
        mayDelete={!refusal}
        remove={() => call(fileDelete, { params: { id } })}
        lists={allFiles}
        onGone={onGone}
        consequences={`${originalName} will be deleted permanently, and links to it elsewhere will stop working. Files used in a post or page can’t be deleted. If one in the trash uses it, it comes back without the file.`}
      >
        <a className="text-button" href={file.url}>
          <Download aria-hidden="true" /> Download<span className="sr-only"> {originalName}</span>
        </a>
      </StoredActions>
      {refusal && <p className="field-hint">{refusal}</p>}
    </article>
  )
}
