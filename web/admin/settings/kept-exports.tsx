import { useState } from 'react'
import { formatDateTime } from '../../../contracts/format-date.ts'
import { paths } from '../../../contracts/paths.ts'
import {
  exportDays,
  type SiteExport,
  siteExportDelete,
  siteExportList,
} from '../../../contracts/site-export.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { queryKeyOf } from '../api.ts'
import { useApiMutation } from '../use-api-mutation.ts'
import { formatSize } from './format-size.ts'

/** The exports that can be downloaded. `heading` is the id of the headline above the list. */
export function KeptExports({ rows, heading }: { rows: SiteExport[]; heading: string }) {
  const [asking, setAsking] = useState<SiteExport>()
  const { run, busy } = useApiMutation(siteExportDelete, {
    failure: 'Couldn’t delete the export.',
    alwaysInvalidates: [queryKeyOf(siteExportList)],
    onSuccess: () => showToast({ title: 'Export deleted' }),
    // The clicked button disappears together with its export.
    onReloaded: () => document.getElementById(heading)?.focus(),
  })
  if (rows.length === 0) return <p>No exports yet.</p>
  return (
    <>
      <p>
        The file holds personal data of everyone who wrote to you or subscribed, so keep it as safe as the
        site itself. It has no passwords. Its reading guide says what to do with the one key in it. We delete
        an export after {exportDays} days.
      </p>
      <ul className="session-list">
        {rows.map((row, index) => (
          <li key={row.id}>
            <div>
              <p>
                {formatDateTime(row.createdAt)}
                {index === 0 && <span className="badge">Newest</span>}
              </p>
              <p className="field-hint">
                {formatSize(row.bytes ?? 0)}: {sayCounts(row)}
              </p>
            </div>
            <div className="form-actions">
              <a
                className="btn btn-quiet btn-small"
                href={paths.api.siteExportFile(row.id)}
                download="site.zip"
              >
                Download
                <span className="sr-only"> the export of {formatDateTime(row.createdAt)}</span>
              </a>
              <SmallButton busy={busy} onClick={() => setAsking(row)}>
                Delete<span className="sr-only"> the export of {formatDateTime(row.createdAt)}</span>
              </SmallButton>
            </div>
          </li>
        ))}
      </ul>
      {asking && (
        <AskDialog
          title="Delete this export?"
          yes="Delete export"
          onYes={() => run({ params: { id: asking.id } })}
          onClose={() => setAsking(undefined)}
        >
          <p>
            The file from {formatDateTime(asking.createdAt)} can’t be downloaded anymore. Your site stays as
            it is, and so do copies of the file on your computer.
          </p>
        </AskDialog>
      )}
    </>
  )
}

const countLabels = [
  ['posts', 'post', 'posts'],
  ['pages', 'page', 'pages'],
  ['pictures', 'image', 'images'],
  ['files', 'file', 'files'],
  ['people', 'entry of people', 'entries of people'],
  ['subscribers', 'subscriber', 'subscribers'],
] as const

function sayCounts({ counts }: SiteExport): string {
  if (!counts) return ''
  const parts = countLabels.flatMap(([name, one, many]) =>
    counts[name] === 0 ? [] : `${counts[name].toLocaleString('en-US')} ${counts[name] === 1 ? one : many}`,
  )
  return parts.length === 0 ? 'the words of the site' : new Intl.ListFormat('en-US').format(parts)
}
