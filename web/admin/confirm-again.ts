import { problemOf } from '../api-failures.ts'
import { createStore } from '../ui/create-store.ts'

type Waiting = { promise: Promise<boolean>; settle: (isConfirmed: boolean) => void }

/** The open dialog that asks for the password again; undefined while it is closed */
export const confirmQuestion = createStore<Waiting | undefined>(undefined)

/**
 * Sends a request. If it changes something sensitive, the server wants the password or a code again: a dialog asks for
 * it, and the request is repeated. If the user closes the dialog instead, the error is thrown.
 */
export async function callConfirmed<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (problemOf(error)?.code !== 'confirmation-needed' || !(await askToConfirm())) throw error
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
