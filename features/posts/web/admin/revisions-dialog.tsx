import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { VersionsDialog } from '../../../../core/web/admin/versions-dialog.tsx'
import { call } from '../../../../core/web/api.ts'
import { ComparedFields } from '../../../../core/web/editing/record/compared-fields.tsx'
import { Button } from '../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type Post, postList } from '../../contract/posts.ts'
import { type Revision, revisionList, revisionRead, revisionRestore } from '../../contract/revisions.ts'
import { describePost } from './describe-post.ts'
import type { PostValues } from './post-values.ts'

type ShownPost = Pick<Post, 'id' | 'kind'>

type RevisionsDialogProps = {
  post: ShownPost
  current: PostValues
  isDirty: boolean
  onClose: () => void
  onRestored: (post: Post) => void
}

export function RevisionsDialog({ post, current, isDirty, onClose, onRestored }: RevisionsDialogProps) {
  const [chosen, setChosen] = useState<Revision>()
  const list = useQuery({ ...apiQuery(revisionList, { params: { id: post.id } }), gcTime: 0 })
  const restoring = useApiMutation(
    (revision: Revision) => call(revisionRestore, { params: { id: post.id, revisionId: revision.id } }),
    {
      invalidates: [queryKeyOf(postList)],
      failure: 'We couldn’t restore the version.',
      onSuccess(restored, revision) {
        showToast({ title: `The version from ${formatRecent(revision.savedAt)} is back.` })
        onRestored(restored)
      },
    },
  )

  return (
    <VersionsDialog
      list={list}
      causes={causes}
      chosen={chosen}
      onChoose={setChosen}
      onClose={onClose}
      actions={
        chosen && (
          <>
            <Button disabled={isDirty} onClick={() => restoring.run(chosen)}>
              Restore this version
            </Button>
            {isDirty && <p className="form-note">Save your changes first.</p>}
          </>
        )
      }
    >
      {chosen && <RevisionComparison post={post} revision={chosen} current={current} />}
    </VersionsDialog>
  )
}

const causes: Record<Revision['cause'], string> = {
  save: 'Saved',
  autosave: 'Autosaved, written',
  publish: 'Published',
  unpublish: 'Unpublished',
  restore: 'Restored',
  import: 'Imported',
}

type RevisionComparisonProps = { post: ShownPost; revision: Revision; current: PostValues }

function RevisionComparison({ post, revision, current }: RevisionComparisonProps) {
  const input = { params: { id: post.id, revisionId: revision.id } }
  const query = {
    // The version is part of the key, because autosaves within ten minutes update the same revision.
    queryKey: [...queryKeyOf(revisionRead, input), revision.version],
    queryFn: () => call(revisionRead, input),
  }
  const words = { failure: 'We couldn’t load this version.', waiting: 'Loading the version...' }
  const { data, notLoaded } = useLoaded(query, words)
  if (notLoaded || !data) return notLoaded
  return (
    <ComparedFields
      names={[`Version from ${formatRecent(revision.savedAt)}`, 'Now']}
      before={describePost(post.kind, data)}
      after={describePost(post.kind, current)}
    />
  )
}
