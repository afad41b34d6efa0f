import { useSyncExternalStore } from 'react'

/** False on the server and while the browser takes over the server's HTML. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/** The value never changes back. */
const subscribe = () => () => {}
