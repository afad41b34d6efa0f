import { useListPage } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { postList } from '../../../../posts/contract/posts.ts'

/** Number of guest texts that are waiting for review */
export function ReviewBadge() {
  const { total } = useListPage(postList, { query: { status: 'review', limit: 1 } })
  if (total === undefined || total === '0') return null
  return (
    <span className="tab-badge">
      {total}
      <span className="sr-only"> to review</span>
    </span>
  )
}
