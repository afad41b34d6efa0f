import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatRecent } from '../../../contracts/format-date.ts'
import { type Post, postList } from '../../../contracts/posts.ts'
import { type Revision, revisionList, revisionRead, revisionRestore } from '../../../contracts/revisions.ts'
import { call } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { showToast } from '../../ui/toast.ts'
import { apiQuery, queryKeyOf } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { useApiMutation } from '../use-api-mutation.ts'
import { ComparedPost } from './compared-post.tsx'
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
  const { data, error, refetch } = useQuery({
    ...apiQuery(revisionList, { params: { id: postId } }),
    gcTime: 0,
  })
  const restoring = useApiMutation(
    (revision: Revision) => call(revisionRestore, { params: { id: postId, revisionId: revision.id } }),
    {
      invalidates: [queryKeyOf(postList)],
      failure: 'We couldn’t restore the version.',
      onSuccess(post, revision) {
        showToast({ title: `The version from ${formatRecent(revision.savedAt)} is back.` })
        onRestored(post)
      },
    },
  )

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
          <Button disabled={isDirty} onClick={() => restoring.run(chosen)}>
            Restore this version
          </Button>
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

type RevisionComparisonProps = { postId: number; revision: Revision; current: PostValues }

function RevisionComparison({ postId, revision, current }: RevisionComparisonProps) {
  const input = { params: { id: postId, revisionId: revision.id } }
  const { data, error, refetch } = useQuery({
    // The version is part of the key, because autosaves within ten minutes update the same revision.
    queryKey: [...queryKeyOf(revisionRead, input), revision.version],
    queryFn: () => call(revisionRead, input),
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
