import { formatRecent } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { InlineLink, ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import type { Post } from '../../contract/posts.ts'
import { formPathOf, kindWords } from './kind-words.ts'
import { isScheduled } from './post-values.ts'
import { viewPathOf } from './saved-toast.ts'

/** Says where the post is that was saved before the form became empty again. */
export function SavedNotice({ post, onClose }: { post: Post; onClose: () => void }) {
  return (
    <Notice tone="success">
      <p>
        <q dir="auto">{post.title}</q> is {whereIs(post)}. You’ll find it under{' '}
        <InlineLink href={paths.adminTab('manage')}>{kindWords.post.list}</InlineLink>.
      </p>
      <p className="post-row-actions">
        <ExternalLink className="text-button" href={viewPathOf(post)}>
          View post
        </ExternalLink>
        <ScreenLink className="text-button" href={formPathOf(post)}>
          Keep editing
        </ScreenLink>
        <TextButton onClick={onClose}>OK</TextButton>
      </p>
    </Notice>
  )
}

function whereIs(post: Post): string {
  if (isScheduled(post)) return `scheduled for ${formatRecent(post.publishedAt)}`
  return post.isPublished ? 'on your site' : 'saved as a draft'
}
