import type { ComponentProps } from 'react'
import { lazyPart } from '../../../core/web/ui/lazy-part.tsx'
import { postTools } from '../../../features/assistant/web/admin/post-tools.tsx'
import { OpenPost } from '../../../features/posts/web/admin/open-post.tsx'
import { PostToolsContext } from '../../../features/posts/web/admin/post-tools.ts'

const Preview = lazyPart(() => import('./post-preview.tsx'), 'PostPreview')
const tools = { ...postTools, Preview }

/** The form of a post or page, with the buttons that the assistant adds to it, and the preview of its page */
export const PostEditorTab = (props: ComponentProps<typeof OpenPost>) => (
  <PostToolsContext value={tools}>
    <OpenPost {...props} />
  </PostToolsContext>
)
