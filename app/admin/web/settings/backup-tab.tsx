import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatDateTime } from '../../../../core/contract/format-date.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { ForServer } from '../../../../core/web/admin/settings/for-server.tsx'
import { formatSize } from '../../../../core/web/admin/settings/format-size.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { Button } from '../../../../core/web/ui/button.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { backupPaths } from '../../../../features/backups/contract/backup-paths.ts'
import {
  type BackupsResponse,
  backupCreate,
  backupList,
} from '../../../../features/backups/contract/backups.ts'

const backupsQuery = apiQuery(backupList)

export function BackupTab() {
  // Reloaded each time the tab opens, because a daily job also adds backups.
  const { data, query, notLoaded } = useLoaded({ ...backupsQuery, staleTime: 0 }, 'backups')
  if (notLoaded || !data) return notLoaded
  return (
    <>
      {data.ledgerProblem && (
        <Notice tone="problem" autoFocus={false}>
          The list of deleted people couldn’t be saved next to the backups. {data.ledgerProblem}
        </Notice>
      )}
      <MakeBackup {...data} onRefresh={() => void query.refetch()} />
      <Section id="kept-backups" title="Backups">
        <KeptBackups {...data} />
      </Section>
      <Section id="restoring" title="Restoring a backup">
        <p>
          The person who runs your server restores a backup. The whole file is checked first, and a damaged
          file changes nothing. Changes made after the backup are lost. Deletions are the exception: people
          you deleted stay deleted. Everyone has to sign in again.
        </p>
        <p>
          Emails that were waiting when the backup was made may have been sent since. They’re marked as
          failed, and newsletters that were being sent are paused. Resend only what wasn’t delivered.
        </p>
        <ForServer>
          <p>
            Stop the app, and run <code>npm run restore -- FILE --replace</code>. A list of deleted people is
            next to the backups, in files whose names begin with <code>deletions</code>. Copy those files,
            too, when you move to another server.
          </p>
        </ForServer>
      </Section>
    </>
  )
}

function MakeBackup({ keep, last, pictures, onRefresh }: BackupsResponse & { onRefresh: () => void }) {
  const queries = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const { run, busy, problem } = useApiMutation(backupCreate, {
    onSuccess(response) {
      queries.setQueryData(backupsQuery.queryKey, response)
      if (response.last?.finishedAt && !response.last.problem) showToast({ title: 'Backup complete' })
    },
    onSettled: () => button.current?.focus(),
  })

  if (keep === 0)
    return (
      <>
        <p>Backups are off. The person who runs your server can turn them on.</p>
        <ForServer>
          <p>
            Set <code>BACKUPS_KEEP</code> in the configuration to the number of backups to keep, such as 14,
            and restart the server.
          </p>
        </ForServer>
      </>
    )
  return (
    <>
      <p>
        We make a backup every day and keep the newest {keep === 1 ? 'one' : keep}. It contains all
        {pictures === 'included'
          ? ' posts, people, settings, and images.'
          : ' posts, people, and settings. Images are in your bucket and aren’t part of it.'}
      </p>
      {problem && <Notice tone="problem">{problem}</Notice>}
      {last?.problem && (
        <Notice tone="problem" autoFocus={false}>
          The last backup failed. {last.problem}
        </Notice>
      )}
      {last && !last.finishedAt && !busy && (
        <p className="notice admin-notice">
          A backup has been running since {formatDateTime(last.startedAt)}.{' '}
          <button type="button" className="text-link" onClick={onRefresh}>
            Refresh
          </button>
        </p>
      )}
      <Button ref={button} busy={busy} onClick={() => run({})}>
        {busy ? 'Backing up...' : 'Back up now'}
      </Button>
    </>
  )
}

function KeptBackups({ backups }: BackupsResponse) {
  if (backups.length === 0) return <p>No backups yet.</p>
  return (
    <>
      <p>
        Download a backup now and then, so that you have a copy away from the server. A backup contains
        personal data, passwords, and keys, so protect it like the server itself.
      </p>
      <ul className="session-list">
        {backups.map(({ name, madeAt, bytes }, index) => (
          <li key={name}>
            <div>
              <p>
                {formatDateTime(madeAt)}
                {index === 0 && <span className="badge">Newest</span>}
              </p>
              <p className="field-hint">{formatSize(bytes)}</p>
            </div>
            <a className="btn btn-quiet btn-small" href={backupPaths.file(name)} download={name}>
              Download
              <span className="sr-only"> the backup of {formatDateTime(madeAt)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
