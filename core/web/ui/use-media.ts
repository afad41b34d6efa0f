import { useMemo, useSyncExternalStore } from 'react'

/** True while the window matches a media query. Changes are followed. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query])
  return useSyncExternalStore(
    (onChange) => {
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => list.matches,
  )
}
