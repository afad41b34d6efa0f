import * as z from 'zod/mini'

/** Stores a value on this device. False: storage is full or turned off. */
export function writeLocalCopy(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Undefined: there is no copy, or an earlier version of this page wrote it in another format. */
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
    // A browser that stores nothing for sites has no copy either.
  }
}
