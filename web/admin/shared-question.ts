import { createStore } from '../ui/create-store.ts'

type Waiting = { promise: Promise<boolean>; settle: (answer: boolean) => void }

/**
 * Creates a question that requests wait for. The store holds its open dialog, and undefined while it is closed. `ask`
 * opens the dialog, or waits for the one that is already open, and resolves to the user's answer.
 */
export function createSharedQuestion() {
  const store = createStore<Waiting | undefined>(undefined)
  return {
    read: store.read,
    subscribe: store.subscribe,
    ask(): Promise<boolean> {
      const open = store.read()
      if (open) return open.promise
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const settle = (answer: boolean) => {
        store.set(undefined)
        resolve(answer)
      }
      store.set({ promise, settle })
      return promise
    },
  }
}
