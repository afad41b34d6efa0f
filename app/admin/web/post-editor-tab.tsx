import type { ComponentProps } from 'react'
import { postTools } from '../../../features/assistant/web/admin/post-tools.tsx'
import { OpenPost } from '../../../features/posts/web/admin/open-post.tsx'
import { PostToolsContext } from '../../../features/posts/web/admin/post-tools.ts'

/** The form of a post or page, with the buttons that the assistant adds to it */
export const PostEditorTab = (props: ComponentProps<typeof OpenPost>) => (
  <PostToolsContext value={postTools}>
    <OpenPost {...props} />
  </PostToolsContext>
)
