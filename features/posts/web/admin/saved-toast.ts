import { formatRecent } from '../../../../core/contract/format-date.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import { showToast } from '../../../../core/web/ui/toast.ts'
import type { ToastAction } from '../../../../core/web/ui/toast-store.ts'
import { addressOf } from '../../contract/post-kinds.ts'
import { postPaths } from '../../contract/post-paths.ts'
import { describeLostText, type Post } from '../../contract/posts.ts'
import { formPathOf, kindWords } from './kind-words.ts'
import { isPublic, isScheduled } from './post-values.ts'

/** Shows a toast that says what a save did and offers the next steps. `isLeft`: the form no longer shows the post. */
export function showSaved(saved: Post, before: Post | undefined, isLeft: boolean): void {
  const actions = [
    viewAction(saved),
    saved.isPublished && hasClipboard() && copyAction(saved),
    isLeft && keepEditingAction(saved),
  ].filter((action) => action !== false)
  showToast({ title: kindWords[saved.kind].saved, description: describeSave(saved, before), actions })
}

/** Warns that sanitizing removed text. After the user leaves the form, only an earlier revision may have that text. */
export function showLoss(saved: Post, characters: number): void {
  showToast({
    title: kindWords[saved.kind].saved,
    description: `But some text is missing: ${describeLostText(characters)} If you need it, open the ${kindWords[saved.kind].noun} and restore an earlier version from Version history.`,
    tone: 'destructive',
    actions: [keepEditingAction(saved)],
    stays: true,
  })
}

function describeSave(saved: Post, before: Post | undefined): string {
  if (isScheduled(saved)) return `Scheduled for ${formatRecent(saved.publishedAt)}`
  const wasPublic = isPublic(before)
  if (saved.isPublished) return wasPublic ? 'Updated' : 'Published'
  return wasPublic ? 'Unpublished' : 'Draft saved'
}

function viewAction(post: Post): ToastAction {
  const { noun, list } = kindWords[post.kind]
  return {
    label: `View ${noun}`,
    altText: `To see the ${noun}, open ${list} and choose View`,
    run: () => open(viewPathOf(post), '_blank', 'noopener'),
  }
}

/** Path of what readers see, or of its preview until they do */
export const viewPathOf = (post: Post): string =>
  isPublic(post) ? addressOf(post) : postPaths.preview(post.id)

function copyAction(post: Post): ToastAction {
  const { noun, list } = kindWords[post.kind]
  return {
    label: 'Copy link',
    altText: `To copy the link, open the ${noun} from ${list} and copy its address`,
    run: () => void copyLink(post),
  }
}

async function copyLink(post: Post): Promise<void> {
  const url = new URL(addressOf(post), location.origin).href
  try {
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Link copied', description: url })
  } catch {
    // If the browser refuses to copy, the toast shows the link, so that the user can select it.
    showToast({ title: 'Couldn’t copy the link. Here it is:', description: url, stays: true })
  }
}

function keepEditingAction(post: Post): ToastAction {
  return {
    label: 'Keep editing',
    altText: `To keep editing, open ${kindWords[post.kind].list} and choose Edit`,
    run: () => void navigate(formPathOf(post)),
  }
}

/** False on pages without https, where browsers do not provide the Clipboard API. */
const hasClipboard = () => navigator.clipboard !== undefined
