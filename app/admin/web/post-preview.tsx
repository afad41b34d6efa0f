import { useQuery } from '@tanstack/react-query'
import { queryKeyOf } from '../../../core/web/admin/api.ts'
import { call } from '../../../core/web/api.ts'
import { explainFailure } from '../../../core/web/api-failures.ts'
import { Modal } from '../../../core/web/ui/modal.tsx'
import { Notice } from '../../../core/web/ui/notice.tsx'
import { postPreview } from '../../../features/posts/contract/posts.ts'
import type { PostPreviewProps } from '../../../features/posts/web/admin/post-tools.ts'
import { PagePreview } from '../../../features/site/web/admin/page-preview.tsx'

/** The page of a post with everything that is typed, saved or not, and the links that show what is saved */
export function PostPreview({ title, request, links, onClose }: PostPreviewProps) {
  const { data, error } = useQuery({
    queryKey: [...queryKeyOf(postPreview), 'post'],
    queryFn: () => call(postPreview, { body: request, isQuiet: true }),
    gcTime: 0,
    retry: false,
  })
  return (
    <Modal title="Preview" wide onClose={onClose}>
      {error && <Notice tone="problem">{explainFailure(error)}</Notice>}
      {!error && <PagePreview label={title} page="post" html={data?.html} selector={undefined} hasThemes />}
      {links}
    </Modal>
  )
}
