import { hasStatus } from '../api-failures.ts'
import { createStore } from '../ui/create-store.ts'

type Waiting = { promise: Promise<boolean>; settle: (signedIn: boolean) => void }

/** The open sign-in dialog; undefined while it is closed */
export const signInQuestion = createStore<Waiting | undefined>(undefined)

/**
 * Sends a request. If the session has ended, a dialog lets the user sign in without leaving the screen, and the request
 * is repeated. If the user closes the dialog instead, the 401 error is thrown.
 */
export async function callSignedIn<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (!hasStatus(error, 401) || !(await askToSignIn())) throw error
    return send()
  }
}

/**
 * Opens the sign-in dialog, or waits for the dialog that is already open. Resolves to true if the user signed in.
 */
export function askToSignIn(): Promise<boolean> {
  const open = signInQuestion.read()
  if (open) return open.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (signedIn: boolean) => {
    signInQuestion.set(undefined)
    resolve(signedIn)
  }
  signInQuestion.set({ promise, settle })
  return promise
}
