import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { paths } from '../../../contracts/paths.ts'
import { samplesAnswer } from '../../../contracts/posts.ts'
import { callApi } from '../../api.ts'
import { showToast } from '../../ui/toast.ts'
import { explainFailure } from '../api.ts'
import { postListKey } from '../posts/post-calls.ts'
import { callSignedIn } from '../sign-in.tsx'

/** Says that some posts are samples, for as long as there are untouched ones, and takes those away. */
export function SamplesNotice({ onGone }: { onGone: () => void }) {
  const queries = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const { data } = useQuery({
    queryKey: [paths.api.samples],
    queryFn: async () => z.parse(samplesAnswer, await callApi('GET', paths.api.samples)),
  })
  const count = data?.count ?? 0
  if (count === 0) return null

  async function remove() {
    if (isRemoving) return
    setRemoving(true)
    try {
      const removed = z.parse(samplesAnswer, await callSignedIn(() => callApi('DELETE', paths.api.samples)))
      showToast({ title: `${removed.count} sample posts moved to the trash` })
      // The button goes with the notice.
      onGone()
      await queries.invalidateQueries({ queryKey: [paths.api.samples] })
      await queries.invalidateQueries({ queryKey: [postListKey] })
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

  return (
    <div className="notice admin-notice">
      <p>
        {count === 1 ? 'One post is a sample' : `${count} posts are samples`} that came with the site. Edit
        one to keep it.
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
