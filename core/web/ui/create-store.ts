/** Creates a value outside React, to be read with `useSyncExternalStore(store.subscribe, store.read)`. */
export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    set(next: Value) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type Store<Value> = ReturnType<typeof createStore<Value>>
