import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type BackupsAnswer, backupsAnswer } from '../../../contracts/backups.ts'
import { paths } from '../../../contracts/paths.ts'
import { callApi } from '../../api.ts'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { explainFailure } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { formatTime } from '../posts/save-state.tsx'
import { callSignedIn } from '../sign-in.tsx'

const key = [paths.api.backups]

export function BackupTab() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => z.parse(backupsAnswer, await callApi('GET', paths.api.backups)),
    // They are made without us, too.
    staleTime: 0,
  })
  if (error) return <LoadProblem what="The backups could not be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading backups...</p>
  return (
    <>
      {data.ledgerProblem && (
        <Notice tone="problem" autoFocus={false}>
          The list of deleted people could not be kept beside the backups. {data.ledgerProblem}
        </Notice>
      )}
      <Making {...data} onLookAgain={() => void refetch()} />
      <section aria-labelledby="kept-backups">
        <h2 id="kept-backups">Kept backups</h2>
        <KeptBackups {...data} />
      </section>
      <section aria-labelledby="restoring">
        <h2 id="restoring">Going back to a backup</h2>
        <p>
          Restoring is done on the server, while the app is stopped. Stop it and run{' '}
          <code>npm run restore -- FILE --replace</code>. The whole file is checked first, and a damaged one
          changes nothing. Everything since that backup is gone then, and everybody signs in again.
        </p>
        <p>
          People who were deleted since then stay deleted. Their list lies beside the backups, in files that
          begin with <code>deletions</code>: take them along when you move to another server.
        </p>
        <p>
          Mails that waited when the backup was made may have gone since. They are marked as failed, and
          newsletter issues under way are paused. Send again only what has not gone.
        </p>
      </section>
    </>
  )
}

function Making({ keep, last, pictures, onLookAgain }: BackupsAnswer & { onLookAgain: () => void }) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const button = useRef<HTMLButtonElement>(null)

  async function make() {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      const answer = z.parse(backupsAnswer, await callSignedIn(() => callApi('POST', paths.api.backups)))
      queries.setQueryData(key, answer)
      if (answer.last?.finishedAt && !answer.last.problem) showToast({ title: 'Backup made' })
    } catch (failure) {
      setProblem(explainFailure(failure))
    }
    setBusy(false)
    button.current?.focus()
  }

  if (keep === 0)
    return (
      <p>
        No backups are made. Set <code>BACKUPS_KEEP</code> in the configuration to the number that you want to
        keep, for example 14, and start the server again.
      </p>
    )
  return (
    <>
      <p>
        A backup is made once a day, and the newest {keep === 1 ? 'one is' : `${keep} are`} kept. It holds
        {pictures === 'included'
          ? ' all texts, people, settings and pictures.'
          : ' all texts, people and settings. Pictures lie in your bucket and are not in it.'}
      </p>
      {problem && <Notice tone="problem">{problem}</Notice>}
      {last?.problem && (
        <Notice tone="problem" autoFocus={false}>
          The last backup failed. {last.problem}
        </Notice>
      )}
      {last && !last.finishedAt && !busy && (
        <p className="notice admin-notice">
          A backup is being made since {formatTime(new Date(last.startedAt))}.{' '}
          <button type="button" className="text-link" onClick={onLookAgain}>
            Look again
          </button>
        </p>
      )}
      <button
        type="button"
        ref={button}
        className="btn"
        aria-disabled={busy || undefined}
        onClick={() => void make()}
      >
        {busy ? 'Making a backup...' : 'Back up now'}
      </button>
    </>
  )
}

function KeptBackups({ backups }: BackupsAnswer) {
  if (backups.length === 0) return <p>There is none yet.</p>
  return (
    <>
      <p>
        Keep a copy away from the server, too: download one now and then. A backup holds personal data and
        what opens accounts, so keep it as safe as the server itself.
      </p>
      <ul className="session-list">
        {backups.map(({ name, madeAt, bytes }, index) => (
          <li key={name}>
            <div>
              <p>
                {formatTime(new Date(madeAt))}
                {index === 0 && <span className="badge">Newest</span>}
              </p>
              <p className="field-hint">{formatSize(bytes)}</p>
            </div>
            <a className="btn btn-quiet btn-small" href={paths.api.backup(name)} download={name}>
              Download
              <span className="sr-only"> the backup of {formatTime(new Date(madeAt))}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function formatSize(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const)
  const number = Math.max(1, bytes / size)
  return number.toLocaleString('en', {
    style: 'unit',
    unit,
    maximumFractionDigits: number < 10 && unit === 'megabyte' ? 1 : 0,
  })
}
