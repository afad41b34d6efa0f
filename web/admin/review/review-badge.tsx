import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../contracts/paths.ts'
import { post, postList } from '../../../contracts/posts.ts'
import { loadListPage, queryKeyOf } from '../api.ts'

/** Number of guests' texts that wait for review. */
export function ReviewBadge() {
  const { data } = useQuery({
    queryKey: [...queryKeyOf(postList), 'to review'],
    queryFn: () => loadListPage(`${paths.api.blog}?status=review&limit=1`, post),
  })
  if (!data || data.total === '0') return null
  return (
    <span className="tab-badge">
      {data.total}
      <span className="sr-only"> to review</span>
    </span>
  )
}
