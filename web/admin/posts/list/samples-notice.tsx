import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../../contracts/paths.ts'
import { samplesRead, samplesRemove, samplesRestore } from '../../../../contracts/samples.ts'
import { call } from '../../../api.ts'
import { explainFailure } from '../../../api-failures.ts'
import { showToast } from '../../../ui/toast.ts'
import { ScreenLink } from '../../screen-link.tsx'
import { callSignedIn } from '../../sign-in-again.ts'
import { postListKey } from '../post-calls.ts'

/** Says that some posts are samples, for as long as there are untouched ones, and takes those away. */
export function SamplesNotice({ onGone }: { onGone: () => void }) {
  const queries = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const { data } = useQuery({
    queryKey: [paths.api.samples],
    queryFn: () => call(samplesRead),
  })
  const count = data?.count ?? 0
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: [paths.api.samples] })
    await queries.invalidateQueries({ queryKey: [postListKey] })
    await queries.invalidateQueries({ queryKey: [paths.api.recentPosts] })
  }

  async function remove() {
    if (isRemoving) return
    setRemoving(true)
    try {
      const removed = await callSignedIn(() => call(samplesRemove))
      showToast({
        title: removed.count === 1 ? 'Sample post removed' : `${removed.count} sample posts removed`,
        description: 'They stay in Trash for 30 days. You can delete their images in Media.',
        actions: [
          {
            label: 'Undo',
            altText: 'To bring them back, open Trash under Manage Posts',
            run: () => void bringBack(),
          },
        ],
      })
      // The button goes with the notice.
      onGone()
      await refresh()
    } catch (error) {
      showToast({
        tone: 'destructive',
        title: 'We couldn’t remove the sample posts.',
        description: explainFailure(error),
      })
    } finally {
      setRemoving(false)
    }
  }

  async function bringBack() {
    try {
      await callSignedIn(() => call(samplesRestore))
      showToast({ title: 'The sample posts are back' })
    } catch (error) {
      showToast({
        tone: 'destructive',
        title: 'We couldn’t bring the sample posts back.',
        description: explainFailure(error),
      })
    }
    await refresh()
  }

  if (count === 0) return null
  return (
    <div className="notice admin-notice">
      <p>
        {count === 1 ? 'One post is a sample' : `${count} posts are samples`} that came with the site. A
        sample you edit becomes yours. The rest can be moved to the{' '}
        <ScreenLink href={`${paths.adminTab('manage')}&status=trash`}>trash</ScreenLink>.
      </p>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        aria-disabled={isRemoving || undefined}
        onClick={() => void remove()}
      >
        {isRemoving ? 'Removing...' : 'Remove samples'}
      </button>
    </div>
  )
}
