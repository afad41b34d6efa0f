import { problemOf } from '../api-failures.ts'
import { createStore } from '../ui/create-store.ts'

type Waiting = { promise: Promise<boolean>; settle: (isConfirmed: boolean) => void }

/** The open dialog that asks for the password again; undefined while it is closed */
export const confirmQuestion = createStore<Waiting | undefined>(undefined)

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
    if (!(await askToConfirm())) throw new CanceledError()
    return send()
  }
}

function askToConfirm(): Promise<boolean> {
  const open = confirmQuestion.read()
  if (open) return open.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (isConfirmed: boolean) => {
    confirmQuestion.set(undefined)
    resolve(isConfirmed)
  }
  confirmQuestion.set({ promise, settle })
  return promise
}
