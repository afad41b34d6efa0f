import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { dropLocalCopy, readLocalCopy, writeLocalCopy } from '../../editing/local-copy.ts'

const keptValue = z.object({
  value: z.unknown(),
  /** The stored version that was changed: its number and its value */
  version: z.number(),
  base: z.unknown(),
  keptAt: z.string(),
})
type KeptValue = z.infer<typeof keptValue>

/** Keeps the unsaved value of a section in this browser, so that a crash or a closed window loses nothing. */
export function useLocalValue(
  section: string,
  { value, version, base, isDirty }: Omit<KeptValue, 'keptAt'> & { isDirty: boolean },
): { kept: KeptValue | undefined; drop: () => void } {
  const key = `site-section:${section}`
  const [kept, setKept] = useState(() => readLocalCopy(key, keptValue))

  // An effect, because the copy is outside of React.
  useEffect(() => {
    const keptAt = new Date().toISOString()
    if (isDirty) writeLocalCopy(key, { value, version, base, keptAt } satisfies KeptValue)
  }, [key, value, version, base, isDirty])

  return {
    kept,
    drop() {
      dropLocalCopy(key)
      setKept(undefined)
    },
  }
}
