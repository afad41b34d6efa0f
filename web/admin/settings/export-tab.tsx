import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../contracts/paths.ts'
import {
  openExportStates,
  type SiteExport,
  siteExportCreate,
  siteExportList,
} from '../../../contracts/site-export.ts'
import { call } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { pollWhileAny, queryKeyOf } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { callSignedIn } from '../sign-in-again.ts'
import { useApiMutation } from '../use-api-mutation.ts'
import { ForServer } from './for-server.tsx'
import { KeptExports } from './kept-exports.tsx'

const isOpen = ({ state }: SiteExport) => openExportStates.some((open) => open === state)

export function ExportTab() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeyOf(siteExportList),
    queryFn: () => callSignedIn(() => call(siteExportList)),
    // Reloaded each time the tab opens, because programs export, too.
    staleTime: 0,
    refetchInterval: pollWhileAny(isOpen),
  })
  if (error && !data)
    return <LoadProblem what="The exports couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading exports...</p>
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
      <section aria-labelledby="kept-exports">
        <h2 id="kept-exports" tabIndex={-1}>
          Exports
        </h2>
        <KeptExports rows={data.filter(({ state }) => state === 'finished')} heading="kept-exports" />
      </section>
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
            close this page. It goes on without it.
          </p>
          <progress
            className="issue-progress"
            {...(current.state === 'running' && { max: 100, value: current.percent })}
            aria-label="Exporting"
          />
        </>
      )}
    </>
  )
}
