import * as z from 'zod/mini'
import { paths } from '../../../contracts/paths.ts'
import {
  idempotencyHeader,
  type Post,
  type PostRequest,
  type PreviewLinks,
  post,
  previewLink,
  previewLinksResponse,
  type Revision,
  type RevisionWithText,
  revision,
  revisionWithText,
  type SavedPost,
  savedPost,
} from '../../../contracts/posts.ts'
import { callApi, sendRequest } from '../../api.ts'

/** First part of the query keys of all lists of posts. */
export const postListKey = paths.api.blog

export async function loadPost(id: number): Promise<Post> {
  return z.parse(post, await callApi('GET', paths.api.postById(id)))
}

/** Creates a post, or updates it where the request has an id. Repeated creations with one key make one post. */
export async function savePost(request: PostRequest, creationKey?: string): Promise<SavedPost> {
  const headers = creationKey === undefined ? undefined : { [idempotencyHeader]: creationKey }
  const options = { headers, timeoutSeconds: 60, isQuiet: request.autosave === true }
  const { json } = await sendRequest('POST', paths.api.blog, request, options)
  return z.parse(savedPost, json)
}

export async function trashPost(id: number): Promise<void> {
  await callApi('DELETE', paths.api.post(id))
}

export async function restorePost(id: number): Promise<void> {
  await callApi('POST', paths.api.restorePost(id))
}

export async function listRevisions(id: number): Promise<Revision[]> {
  return z.parse(z.array(revision), await callApi('GET', paths.api.revisions(id)))
}

export async function loadRevision(id: number, revisionId: number): Promise<RevisionWithText> {
  return z.parse(revisionWithText, await callApi('GET', paths.api.revision(id, revisionId)))
}

export async function restoreRevision(id: number, revisionId: number): Promise<Post> {
  return z.parse(post, await callApi('POST', paths.api.restoreRevision(id, revisionId)))
}

export async function loadPreviewLinks(id: number): Promise<PreviewLinks> {
  return z.parse(previewLinksResponse, await callApi('GET', paths.api.previewLinks(id)))
}

/** Returns the URL of a new preview link. */
export async function createPreviewLink(id: number): Promise<string> {
  return z.parse(previewLink, await callApi('POST', paths.api.previewLinks(id))).url
}

export async function revokePreviewLinks(id: number): Promise<void> {
  await callApi('DELETE', paths.api.previewLinks(id))
}
