import { hasStatus, problemOf } from '../api-failures.ts'
import { createStore } from '../ui/create-store.ts'

type Waiting = { promise: Promise<boolean>; settle: (answer: boolean) => void }

/**
 * Creates a question that requests wait for. The store holds its open dialog, and undefined while it is closed. `ask`
 * opens the dialog, or waits for the one that is already open, and resolves to the user's answer.
 */
function createSharedQuestion() {
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

/** The sign-in dialog. The answer is true if the user signed in. */
export const signInQuestion = createSharedQuestion()

/**
 * Sends a request. If the session has ended, a dialog lets the user sign in without leaving the screen, and the request
 * is repeated. If the user closes the dialog instead, the 401 error is thrown.
 */
export async function callSignedIn<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (!hasStatus(error, 401) || !(await signInQuestion.ask())) throw error
    return send()
  }
}

/** The dialog that asks for the password again. The answer is true if it was right. */
export const confirmQuestion = createSharedQuestion()

/** The user has closed the dialog, so the request was not repeated. */
export class CanceledError extends Error {
  override name = 'CanceledError'
}

/**
 * Sends a request. If it changes something sensitive, the server wants the password or a code again: a dialog asks for
 * it, and the request is repeated.
 * @throws CanceledError if the user closes the dialog instead
 */
export async function callConfirmed<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (problemOf(error)?.code !== 'confirmation-needed') throw error
    if (!(await confirmQuestion.ask())) throw new CanceledError()
    return send()
  }
}
