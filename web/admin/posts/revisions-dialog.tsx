import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../contracts/paths.ts'
import type { Post, Revision } from '../../../contracts/posts.ts'
import { showToast } from '../../ui/toast.ts'
import { explainFailure } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { Modal } from '../modal.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { callSignedIn } from '../sign-in.tsx'
import { ComparedPost } from './compared-post.tsx'
import { listRevisions, loadRevision, postListKey, restoreRevision } from './post-calls.ts'
import type { PostValues } from './post-values.ts'
import { formatTime } from './save-state.tsx'

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
      showToast({ title: `The version from ${formatTime(new Date(revision.savedAt))} is back.` })
      onRestored(post)
    } catch (failure) {
      showToast({
        title: 'The version could not be restored.',
        description: explainFailure(failure),
        tone: 'destructive',
      })
    }
  }

  return (
    <Modal title="Earlier versions" wide onClose={onClose}>
      {error && <LoadProblem what="The versions could not be loaded." error={error} onRetry={refetch} />}
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
                  <strong>{formatTime(new Date(revision.savedAt))}</strong>
                  <span>
                    {causes[revision.cause]} by {revision.savedBy}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          <ScrollRegion label="What has changed since">
            {chosen ? (
              <RevisionComparison postId={postId} revision={chosen} current={current} />
            ) : (
              <p>Choose a version to see what has changed since.</p>
            )}
          </ScrollRegion>
        </div>
      )}
      {chosen && (
        <div className="form-actions">
          <button type="button" className="btn" disabled={isDirty} onClick={() => void restore(chosen)}>
            Restore this version
          </button>
          {isDirty && <p className="form-note">Please save what you have written first.</p>}
        </div>
      )}
    </Modal>
  )
}

const causes: Record<Revision['cause'], string> = {
  save: 'Saved',
  autosave: 'Saved by itself, written',
  publish: 'Published',
  unpublish: 'Taken off the site',
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
  if (error) return <LoadProblem what="This version could not be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading the version...</p>
  return (
    <ComparedPost
      names={[`Version from ${formatTime(new Date(revision.savedAt))}`, 'Now']}
      before={data}
      after={current}
    />
  )
}
