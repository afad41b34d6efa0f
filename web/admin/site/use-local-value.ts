import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { dropLocalCopy, readLocalCopy, writeLocalCopy } from '../../editing/local-copy.ts'

const keptValue = z.object({ value: z.unknown(), keptAt: z.string() })
type KeptValue = z.infer<typeof keptValue>

/** Keeps the unsaved value of a section in this browser, so that a crash or a closed window loses nothing. */
export function useLocalValue(
  section: string,
  value: unknown,
  isDirty: boolean,
): { kept: KeptValue | undefined; drop: () => void } {
  const key = `site-section:${section}`
  const [kept, setKept] = useState(() => readLocalCopy(key, keptValue))

  // An effect, because the copy is outside of React.
  useEffect(() => {
    if (isDirty) writeLocalCopy(key, { value, keptAt: new Date().toISOString() } satisfies KeptValue)
  }, [key, value, isDirty])

  return {
    kept,
    drop() {
      dropLocalCopy(key)
      setKept(undefined)
    },
  }
}
