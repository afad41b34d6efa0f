import { useState } from 'react'
import { formatDateTime } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { pollWhileAny, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { count } from '../../../../core/web/admin/plots/figures.ts'
import { callSignedIn } from '../../../../core/web/admin/repeated-requests.ts'
import { ForServer } from '../../../../core/web/admin/settings/for-server.tsx'
import { formatSize } from '../../../../core/web/admin/settings/format-size.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { Button, SmallButton } from '../../../../core/web/ui/button.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import {
  exportDays,
  openExportStates,
  type SiteExport,
  siteExportCreate,
  siteExportDelete,
  siteExportList,
} from '../../contract/site-export.ts'
import { transferPaths } from '../../contract/transfer-paths.ts'

const isOpen = ({ state }: SiteExport) => openExportStates.some((open) => open === state)

export function ExportTab() {
  const query = {
    queryKey: queryKeyOf(siteExportList),
    queryFn: () => callSignedIn(() => call(siteExportList)),
    // Reloaded each time the tab opens, because programs export, too.
    staleTime: 0,
    refetchInterval: pollWhileAny(isOpen),
  }
  const { data, notLoaded } = useLoaded(query, 'exports')
  if (!data) return notLoaded
  const current = data.find(isOpen)
  return (
    <>
      <p>
        Take everything with you: one zip file with your posts and pages as Markdown, images and files, the
        words and look of the site, people, subscribers, and a copy of the public site that opens from any web
        space. A reading guide in it says what is where. To move the whole site to another server, use a
        backup.
      </p>
      <MakeExport current={current} newest={data[0]} />
      <Section id="kept-exports" title="Exports" takesFocus>
        <KeptExports rows={data.filter(({ state }) => state === 'finished')} heading="kept-exports" />
      </Section>
      <ForServer>
        <p>
          <code>npm run export -- FILE</code> writes the same file on the server, whether the app is running
          or not. A program can export the site with the{' '}
          <a className="inline-link" href={paths.api.docs}>
            API
          </a>
          .
        </p>
      </ForServer>
    </>
  )
}

function MakeExport({
  current,
  newest,
}: {
  current: SiteExport | undefined
  newest: SiteExport | undefined
}) {
  const { run, busy, problem } = useApiMutation(siteExportCreate, {
    alwaysInvalidates: [queryKeyOf(siteExportList)],
  })
  return (
    <>
      {problem && <Notice tone="problem">{problem}</Notice>}
      {!current && newest?.problem && (
        <Notice tone="problem" autoFocus={false}>
          The last export failed. {newest.problem}
        </Notice>
      )}
      <p className="sr-only" role="status">
        {current ? 'The export is being made.' : newest?.state === 'finished' ? 'The export is ready.' : ''}
      </p>
      <p>
        <Button busy={busy || current !== undefined} onClick={() => run({})}>
          {current ? 'Exporting...' : 'Export everything'}
        </Button>
      </p>
      {current && (
        <>
          <p>
            {current.state === 'waiting' ? 'It starts in a moment.' : `${current.percent}% done.`} You can
            close this page. The export keeps running.
          </p>
          <progress
            className="progress-bar"
            {...(current.state === 'running' && { max: 100, value: current.percent })}
            aria-label="Exporting"
          />
        </>
      )}
    </>
  )
}

/** The exports that can be downloaded. `heading` is the id of the headline above the list. */
function KeptExports({ rows, heading }: { rows: SiteExport[]; heading: string }) {
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
                href={transferPaths.exportFile(row.id)}
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

function sayCounts({ counts }: SiteExport): string {
  if (!counts) return ''
  const { posts, pages, pictures, files, people, redirects, ...others } = counts
  const all: Parameters<typeof count>[] = [
    [posts, 'post'],
    [pages, 'page'],
    [pictures, 'image'],
    [files, 'file'],
    [people, 'entry of people', 'entries of people'],
    ...Object.entries(others).map(([name, number]): [number, string] => [number, name.replace(/s$/, '')]),
  ]
  const parts = all.flatMap((args) => (args[0] === 0 ? [] : count(...args)))
  return parts.length === 0 ? 'the words of the site' : new Intl.ListFormat('en-US').format(parts)
}
