import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { tryOut } from '../../../../core/server/db/try-out.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { Post, PostRequest } from '../../contract/posts.ts'
import type { Editor } from './editor.ts'
import { savePost } from './save-post.ts'

/**
 * Reads something of a post as a save would make it. It is saved and rolled back, so that a preview has everything that
 * a save adds, checks, and removes.
 */
export async function readUnsaved<Value>(
  db: Database,
  editor: Editor,
  request: PostRequest,
  read: (tx: Queryable, post: Post) => Promise<Value>,
): Promise<Value> {
  const tried = await tryOut(db, async (tx) => {
    const result = await savePost(tx, editor, { ...request, isPublished: undefined })
    if (result.outcome === 'saved') return { value: await read(tx, result.post) }
    return { detail: 'detail' in result ? result.detail : undefined }
  })
  if (!('detail' in tried)) return tried.value
  throw new RequestProblem('not-accepted', {
    detail: tried.detail ?? 'Someone else has changed this post. Save yours first, then look at the preview.',
  })
}
