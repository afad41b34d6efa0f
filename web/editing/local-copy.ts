import * as z from 'zod/mini'

/** A form's unsaved values, as this browser keeps them */
const localCopy = z.object({
  values: z.looseObject({}),
  /** The saved version that was changed: its number, and its values unless they are too long */
  version: z.optional(z.union([z.number(), z.string()])),
  base: z.optional(z.looseObject({})),
  /** ISO 8601 */
  keptAt: z.string(),
})
export type LocalCopy = z.infer<typeof localCopy>

/** Stores a value in this browser. Returns false if the storage is full or turned off. */
export function writeLocalCopy(key: string, value: object): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const findLocalCopy = (key: string): LocalCopy | undefined => readLocalCopy(key, localCopy)

/** Returns undefined if there is no copy, or if an earlier version of the site stored it in another format. */
export function readLocalCopy<Copy extends z.core.$ZodType>(
  key: string,
  copy: Copy,
): z.infer<Copy> | undefined {
  try {
    return z.parse(copy, JSON.parse(localStorage.getItem(key) ?? ''))
  } catch {
    return undefined
  }
}

export function dropLocalCopy(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // The browser blocks storage for this site, so there is no copy to remove.
  }
}
