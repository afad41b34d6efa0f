import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type Post, postRestore, postTrash, postUpdate } from '../../contract/posts.ts'
import { useReview } from './disclosure.tsx'
import { kindWords } from './kind-words.ts'
import { postQueries } from './refresh-posts.ts'

/** The changes that buttons in a list make. Each one shows a toast and reloads the list. */
export function usePostChanges(post: Post) {
  const { noun, list, saveFailed } = kindWords[post.kind]
  const review = useReview(post.kind)
  // Also after a failure, because the reason may be that the post was changed or deleted in the meantime.
  const alwaysInvalidates = postQueries
  const { id, version, title, content, excerpt, isPublished } = post
  const target = { params: { id } }

  const publishing = useApiMutation(postUpdate, {
    failure: saveFailed,
    onSuccess: () => showToast({ title: isPublished ? 'Unpublished' : 'Published', description: title }),
    alwaysInvalidates,
  })
  const confirming = useApiMutation(async () => (isPublished ? {} : review.confirmPublishing(post)), {
    failure: saveFailed,
    onSuccess(answer) {
      const body = { title, content, excerpt, version, isPublished: !isPublished, ...answer }
      if (answer) publishing.run({ ...target, body })
    },
  })
  const restoring = useApiMutation(postRestore, {
    failure: `We couldn’t restore the ${noun}.`,
    onSuccess: () => showToast({ title: 'Restored', description: title }),
    alwaysInvalidates,
  })
  const trashing = useApiMutation(postTrash, {
    failure: `We couldn’t move the ${noun} to the trash.`,
    onSuccess: () =>
      showToast({
        title: 'Moved to the trash',
        description: title,
        actions: [
          {
            label: 'Undo',
            altText: `To restore it, open Trash under ${list}`,
            run: () => restoring.run(target),
          },
        ],
      }),
    alwaysInvalidates,
  })

  return {
    busy: [publishing, confirming, restoring, trashing].some((change) => change.busy),
    publish: () => confirming.run(),
    restore: () => restoring.run(target),
    trash: () => trashing.run(target),
    reviewDialog: review.dialog,
  }
}
