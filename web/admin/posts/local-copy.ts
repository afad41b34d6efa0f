import * as z from 'zod/mini'
import { postValues } from './post-values.ts'

const prefix = 'unsaved-post:'

const localCopy = z.object({
  /** Of the form that wrote it. */
  formKey: z.string(),
  post: z.optional(z.object({ id: z.number(), version: z.number() })),
  values: postValues,
  /** ISO 8601. */
  keptAt: z.string(),
  /** A save of a new post may have arrived although no answer came: the key makes it the same post. */
  creationKey: z.string(),
  triedToCreate: z.boolean(),
})
export type LocalCopy = z.infer<typeof localCopy>

/** Keeps a form's text on this device until the server has it. False where there is no room. */
export function keepCopy(copy: LocalCopy): boolean {
  try {
    localStorage.setItem(prefix + copy.formKey, JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

export function dropCopy(formKey: string): void {
  localStorage.removeItem(prefix + formKey)
}

/** Copies of this post (of new posts, without an id) that no open window is writing, newest first. */
export async function findCopies(postId: number | undefined, ownKey: string): Promise<LocalCopy[]> {
  const open = await listOpenForms()
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => readCopy(name) ?? [])
    .filter(({ post, formKey }) => post?.id === postId && formKey !== ownKey && !open.has(formKey))
    .sort((a, b) => (a.keptAt < b.keptAt ? 1 : -1))
}

function readCopy(name: string): LocalCopy | undefined {
  try {
    return localCopy.parse(JSON.parse(localStorage.getItem(name) ?? ''))
  } catch {
    // Of another version of this page, or broken: nobody could be offered it.
    return undefined
  }
}

/** Says that a form is open, so that no other window offers its text. Returns how to end it. */
export function holdForm(formKey: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Locks are missing where the site is served without https; a second window then offers the text, too.
  void navigator.locks?.request(prefix + formKey, () => promise)
  return resolve
}

async function listOpenForms(): Promise<Set<string>> {
  const state = await navigator.locks?.query()
  return new Set(state?.held?.map(({ name = '' }) => name.slice(prefix.length)))
}
