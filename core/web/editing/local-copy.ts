import * as z from 'zod/mini'

/** Stores a value in this browser. Returns false if the storage is full or turned off. */
export function writeLocalCopy(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

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

export function listLocalCopies(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

export function dropLocalCopy(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // The browser blocks storage for this site, so there is no copy to remove.
  }
}
