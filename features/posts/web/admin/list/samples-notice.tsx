import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../../../core/contract/paths.ts'
import { apiQuery, queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { ScreenLink } from '../../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { SmallButton } from '../../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { postList } from '../../../contract/posts.ts'
import { samplesRead, samplesRemove, samplesRestore } from '../../../contract/samples.ts'

const invalidates = [queryKeyOf(samplesRead), queryKeyOf(postList)]

/** Says how many posts are unedited samples (posts that a new site starts with), and moves them to the trash. */
export function SamplesNotice({ onGone }: { onGone: () => void }) {
  const { data } = useQuery(apiQuery(samplesRead))
  const count = data?.count ?? 0
  const restoring = useApiMutation(samplesRestore, {
    invalidates,
    failure: 'We couldn’t bring the sample posts back.',
    onSuccess: () => showToast({ title: 'The sample posts are back' }),
  })
  const removing = useApiMutation(samplesRemove, {
    invalidates,
    failure: 'We couldn’t remove the sample posts.',
    onSuccess(removed) {
      showToast({
        title: removed.count === 1 ? 'Sample post removed' : `${removed.count} sample posts removed`,
        description: 'They stay in Trash for 30 days. You can delete their images in Media.',
        actions: [
          {
            label: 'Undo',
            altText: 'To bring them back, open Trash under Manage Posts',
            run: () => restoring.run({}),
          },
        ],
      })
      // The notice with the clicked button disappears, so the list takes the focus.
      onGone()
    },
  })

  if (count === 0) return null
  return (
    <div className="notice admin-notice">
      <p>
        {count === 1 ? 'One post is a sample' : `${count} posts are samples`} that came with the site. A
        sample you edit becomes yours. The rest can be moved to the{' '}
        <ScreenLink href={`${paths.adminTab('manage')}&status=trash`}>trash</ScreenLink>.
      </p>
      <SmallButton busy={removing.busy} onClick={() => removing.run({})}>
        {removing.busy ? 'Removing...' : 'Remove samples'}
      </SmallButton>
    </div>
  )
}
