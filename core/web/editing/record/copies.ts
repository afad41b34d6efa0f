import * as z from 'zod/mini'
import { dropLocalCopy, listLocalCopies, readLocalCopy, writeLocalCopy } from '../local-copy.ts'

const prefix = 'unsaved:'

/** Unsaved values of a form, as this browser keeps them until the server has them */
const copySchema = z.object({
  /** The record that was edited: `post:12`, or `new page` */
  record: z.string(),
  /** Key of the form that wrote the copy. Each form has its own, even if two forms show the same record. */
  formKey: z.string(),
  values: z.looseObject({}),
  /** The saved version that was changed, and its values */
  version: z.optional(z.union([z.number(), z.string()])),
  base: z.looseObject({}),
  /** ISO 8601 */
  keptAt: z.string(),
  /**
   * Idempotency key of a new record, so that saving again does not create a second one. If it was tried, the first save
   * may have reached the server even if no response came back.
   */
  creation: z.optional(z.object({ key: z.string(), wasTried: z.boolean() })),
})
export type Copy = z.infer<typeof copySchema>

/** Returns false if the storage is full. */
export const writeCopy = (copy: Copy): boolean => writeLocalCopy(prefix + copy.formKey, copy)
export const dropCopy = (formKey: string): void => dropLocalCopy(prefix + formKey)

/** The copies of a record, newest first, without those of a form that is open in another window */
export async function findCopies(record: string, ownKey: string): Promise<Copy[]> {
  const state = await navigator.locks?.query()
  const open = new Set(state?.held?.map(({ name = '' }) => name.slice(prefix.length)))
  return listLocalCopies(prefix)
    .flatMap((key) => readLocalCopy(key, copySchema) ?? [])
    .filter((copy) => copy.record === record && copy.formKey !== ownKey && !open.has(copy.formKey))
    .sort((a, b) => (a.keptAt < b.keptAt ? 1 : -1))
}

/** Marks a form as open, so that no other window offers to restore its copy. The returned function unmarks it. */
export function markFormOpen(formKey: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // The Web Locks API does not exist on pages without https. Other windows then offer the copy, too.
  void navigator.locks?.request(prefix + formKey, () => promise)
  return resolve
}
