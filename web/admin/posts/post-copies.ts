import * as z from 'zod/mini'
import { dropLocalCopy, readLocalCopy, writeLocalCopy } from '../../editing/local-copy.ts'
import { keptPostValues } from './post-values.ts'

const prefix = 'unsaved-post:'

const postCopy = z.object({
  /** Key of the form that wrote it. */
  formKey: z.string(),
  post: z.optional(z.object({ id: z.number(), version: z.number() })),
  values: keptPostValues,
  /** ISO 8601. */
  keptAt: z.string(),
  /** Idempotency key: a save of a new post may have reached the server although no response came back. */
  creationKey: z.string(),
  triedToCreate: z.boolean(),
})
export type PostCopy = z.infer<typeof postCopy>

/** Keeps a form's text on this device until the server has it. False: storage is full. */
export function writePostCopy(copy: PostCopy): boolean {
  return writeLocalCopy(prefix + copy.formKey, copy)
}

export function dropPostCopy(formKey: string): void {
  dropLocalCopy(prefix + formKey)
}

/** Copies of this post (or of new posts, without an id) that no open window is writing, newest first. */
export async function findPostCopies(postId: number | undefined, ownKey: string): Promise<PostCopy[]> {
  const open = await listOpenForms()
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => readLocalCopy(key, postCopy) ?? [])
    .filter(({ post, formKey }) => post?.id === postId && formKey !== ownKey && !open.has(formKey))
    .sort((a, b) => (a.keptAt < b.keptAt ? 1 : -1))
}

/** Marks a form as open, so that no other window offers its text. The returned function ends that. */
export function markFormOpen(formKey: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Without https there are no locks; a second window then offers the text, too.
  void navigator.locks?.request(prefix + formKey, () => promise)
  return resolve
}

async function listOpenForms(): Promise<Set<string>> {
  const state = await navigator.locks?.query()
  return new Set(state?.held?.map(({ name = '' }) => name.slice(prefix.length)))
}
