import * as z from 'zod/mini'
import { type PostKind, postKinds } from '../../../contracts/post-kinds.ts'
import { dropLocalCopy, readLocalCopy, writeLocalCopy } from '../../editing/local-copy.ts'
import { keptPostValues } from './post-values.ts'

const prefix = 'unsaved-post:'

const postCopy = z.object({
  /** Key of the form that wrote the copy (`formKey` in post-autosave.ts) */
  formKey: z.string(),
  /** Copies of earlier versions of the app have no kind. */
  kind: z._default(z.enum(postKinds), 'post'),
  post: z.optional(z.object({ id: z.number(), version: z.number() })),
  values: keptPostValues,
  /** ISO 8601. */
  keptAt: z.string(),
  /**
   * Idempotency key of a new post, so that saving again does not create a second post. The first save may have reached
   * the server even if no response came back.
   */
  creationKey: z.string(),
  /** True if a request to create the post was sent and may have succeeded */
  triedToCreate: z.boolean(),
})
export type PostCopy = z.infer<typeof postCopy>

/** Keeps a form's values in this browser's storage until the server has them. Returns false if the storage is full. */
export function writePostCopy(copy: PostCopy): boolean {
  return writeLocalCopy(prefix + copy.formKey, copy)
}

export function dropPostCopy(formKey: string): void {
  dropLocalCopy(prefix + formKey)
}

/**
 * Finds the copies of a post, newest first; without an id, the copies of posts of its kind that were never saved.
 * Leaves out copies that belong to a form that is open in another window.
 */
export async function findPostCopies(
  { id, kind }: { id: number | undefined; kind: PostKind },
  ownKey: string,
): Promise<PostCopy[]> {
  const open = await listOpenForms()
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => readLocalCopy(key, postCopy) ?? [])
    .filter((copy) => copy.post?.id === id && (id !== undefined || copy.kind === kind))
    .filter(({ formKey }) => formKey !== ownKey && !open.has(formKey))
    .sort((a, b) => (a.keptAt < b.keptAt ? 1 : -1))
}

/** Marks a form as open, so that no other window offers to restore its copy. The returned function unmarks it. */
export function markFormOpen(formKey: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // The Web Locks API does not exist on pages without https. Other windows then offer the copy, too.
  void navigator.locks?.request(prefix + formKey, () => promise)
  return resolve
}

async function listOpenForms(): Promise<Set<string>> {
  const state = await navigator.locks?.query()
  return new Set(state?.held?.map(({ name = '' }) => name.slice(prefix.length)))
}
