import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatRecent } from '../../../contracts/format-date.ts'
import { paths } from '../../../contracts/paths.ts'
import type { Post } from '../../../contracts/posts.ts'
import type { Revision } from '../../../contracts/revisions.ts'
import { explainFailure } from '../../api-failures.ts'
import { Modal } from '../../ui/modal.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { showToast } from '../../ui/toast.ts'
import { LoadProblem } from '../load-problem.tsx'
import { callSignedIn } from '../sign-in-again.ts'
import { ComparedPost } from './compared-post.tsx'
import { listRevisions, loadRevision, postListKey, restoreRevision } from './post-calls.ts'
import type { PostValues } from './post-values.ts'

type RevisionsDialogProps = {
  postId: number
  current: PostValues
  isDirty: boolean
  onClose: () => void
  onRestored: (post: Post) => void
}

export function RevisionsDialog({ postId, current, isDirty, onClose, onRestored }: RevisionsDialogProps) {
  const [chosen, setChosen] = useState<Revision>()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: [paths.api.revisions(postId)],
    queryFn: () => listRevisions(postId),
    gcTime: 0,
  })

  async function restore(revision: Revision) {
    try {
      const post = await callSignedIn(() => restoreRevision(postId, revision.id))
      void queries.invalidateQueries({ queryKey: [postListKey] })
      showToast({ title: `The version from ${formatRecent(revision.savedAt)} is back.` })
      onRestored(post)
    } catch (failure) {
      showToast({
        title: 'We couldn’t restore the version.',
        description: explainFailure(failure),
        tone: 'destructive',
      })
    }
  }

  return (
    <Modal title="Version history" wide onClose={onClose}>
      {error && <LoadProblem what="We couldn’t load the versions." error={error} onRetry={refetch} />}
      {!data && !error && <p>Loading versions...</p>}
      {data && (
        <div className="revisions">
          <ol aria-label="Versions, newest first">
            {data.map((revision) => (
              <li key={revision.id}>
                <button
                  type="button"
                  aria-pressed={revision.id === chosen?.id}
                  onClick={() => setChosen(revision)}
                >
                  <strong>{formatRecent(revision.savedAt)}</strong>
                  <span>
                    {causes[revision.cause]} by {revision.savedBy}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          <ScrollRegion label="Changes since then">
            {chosen ? (
              <RevisionComparison postId={postId} revision={chosen} current={current} />
            ) : (
              <p>Choose a version to see what changed since then.</p>
            )}
          </ScrollRegion>
        </div>
      )}
      {chosen && (
        <div className="form-actions">
          <button type="button" className="btn" disabled={isDirty} onClick={() => void restore(chosen)}>
            Restore this version
          </button>
          {isDirty && <p className="form-note">Save your changes first.</p>}
        </div>
      )}
    </Modal>
  )
}

const causes: Record<Revision['cause'], string> = {
  save: 'Saved',
  autosave: 'Autosaved, written',
  publish: 'Published',
  unpublish: 'Unpublished',
  restore: 'Restored',
}

function RevisionComparison({
  postId,
  revision,
  current,
}: {
  postId: number
  revision: Revision
  current: PostValues
}) {
  const { data, error, refetch } = useQuery({
    // Autosaves of some minutes are one version, whose text grows.
    queryKey: [paths.api.revision(postId, revision.id), revision.version],
    queryFn: () => loadRevision(postId, revision.id),
  })
  if (error) return <LoadProblem what="We couldn’t load this version." error={error} onRetry={refetch} />
  if (!data) return <p>Loading the version...</p>
  return (
    <ComparedPost
      names={[`Version from ${formatRecent(revision.savedAt)}`, 'Now']}
      before={data}
      after={current}
    />
  )
}
