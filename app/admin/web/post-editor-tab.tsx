import type { ComponentProps } from 'react'
import { lazyPart } from '../../../core/web/ui/lazy-part.tsx'
import { postTools } from '../../../features/assistant/web/admin/post-tools.tsx'
import { OpenPost } from '../../../features/posts/web/admin/open-post.tsx'
import { PostToolsContext } from '../../../features/posts/web/admin/post-tools.ts'
import { useFeatures } from '../../features.client.ts'

const Preview = lazyPart(() => import('./post-preview.tsx'), 'PostPreview')

/** The form of a post or page, with what other features add to it, and the preview of its page */
export function PostEditorTab(props: ComponentProps<typeof OpenPost>) {
  const { postActions } = useFeatures()
  return (
    <PostToolsContext value={{ ...postTools, Preview, actions: postActions }}>
      <OpenPost {...props} />
    </PostToolsContext>
  )
}
