import { paths } from '../../../contracts/paths.ts'
import {
  idempotencyHeader,
  type Post,
  type PostRequest,
  postRead,
  postRestore,
  postSave,
  postTrash,
  type SavedPost,
} from '../../../contracts/posts.ts'
import {
  type PreviewLinks,
  previewLinkCreate,
  previewLinksRead,
  previewLinksRevoke,
} from '../../../contracts/preview-links.ts'
import {
  type Revision,
  type RevisionWithText,
  revisionList,
  revisionRead,
  revisionRestore,
} from '../../../contracts/revisions.ts'
import { call } from '../../api.ts'

/** First part of the query keys of all lists of posts. */
export const postListKey = paths.api.blog

export function loadPost(id: number): Promise<Post> {
  return call(postRead, { params: { id: String(id) }, query: { by: 'id' } })
}

/** Creates a post, or updates it where the request has an id. Repeated creations with one key make one post. */
export function savePost(request: PostRequest, creationKey?: string): Promise<SavedPost> {
  const headers = creationKey === undefined ? undefined : { [idempotencyHeader]: creationKey }
  return call(postSave, { body: request, headers, timeoutSeconds: 60 })
}

export async function trashPost(id: number): Promise<void> {
  await call(postTrash, { params: { id } })
}

export async function restorePost(id: number): Promise<void> {
  await call(postRestore, { params: { id } })
}

export function listRevisions(id: number): Promise<Revision[]> {
  return call(revisionList, { params: { id } })
}

export function loadRevision(id: number, revisionId: number): Promise<RevisionWithText> {
  return call(revisionRead, { params: { id, revisionId } })
}

export function restoreRevision(id: number, revisionId: number): Promise<Post> {
  return call(revisionRestore, { params: { id, revisionId } })
}

export function loadPreviewLinks(id: number): Promise<PreviewLinks> {
  return call(previewLinksRead, { params: { id } })
}

/** Returns the URL of a new preview link. */
export async function createPreviewLink(id: number): Promise<string> {
  return (await call(previewLinkCreate, { params: { id } })).url
}

export async function revokePreviewLinks(id: number): Promise<void> {
  await call(previewLinksRevoke, { params: { id } })
}
