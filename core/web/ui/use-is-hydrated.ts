import { useSyncExternalStore } from 'react'

/** False on the server and during hydration, true afterward. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/** Nothing to subscribe to: React itself switches from the server's value to the browser's after hydration. */
const subscribe = () => () => {}
