import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import type { Endpoint, ResponseBody } from '../../contract/endpoint.ts'
import { type CallInput, call } from '../api.ts'
import { ExplainedError, explainFailure, problemOf } from '../api-failures.ts'
import { showToast } from '../ui/toast.ts'
import { reloadCurrentUser } from './current-user.ts'
import { CanceledError, callConfirmed, callSignedIn } from './repeated-requests.ts'

type Options<Input, Output> = {
  /** Keys (`queryKeyOf`) of the queries to reload after a success. The mutation stays busy until they are reloaded. */
  invalidates?: QueryKey[]
  /**
   * Like `invalidates`, but reloads after a failure, too. Use it if a request may fail because the data has changed in
   * the meantime, or may change data although no response comes back.
   */
  alwaysInvalidates?: QueryKey[]
  /** Title of the toast after a failure. Without a title there is no toast, so show `problem` on the screen. */
  failure?: string
  /** True for a toast about a failure that stays until it is closed, because several may come at once */
  failureStays?: boolean
  /** True if several requests may run at once. Otherwise `run` does nothing while a request is running. */
  isParallel?: boolean
  /**
   * True to validate the body before sending it. The message of the first mistake becomes `problem`, so the body's
   * schema needs messages that users understand.
   */
  isChecked?: boolean
  /** True for the sign-in request, where a 401 means a wrong password and not that the session has ended */
  isSignIn?: boolean
  onSuccess?(output: Output, input: Input): unknown
  onError?(error: Error, input: Input): unknown
  /** Called after a success, when the queries are reloaded. Move the focus here if the clicked button is gone then. */
  onReloaded?(): unknown
  /** Called after a success or a failure, when the queries are reloaded */
  onSettled?(): unknown
}

type Mutation<Input, Output> = {
  run(input: Input): void
  busy: boolean
  /** Why the last request failed, in one sentence; undefined once the next request starts */
  problem: string | undefined
  output: Output | undefined
  /** Clears `output` and `problem`. */
  reset: () => void
}

/**
 * Sends a request that changes something when the user clicks a button. Takes one endpoint, or a function that calls
 * several endpoints. If the session has ended, the user signs in again and the request is repeated; a sensitive change
 * first asks for the password in the same way. If the user cancels that, nothing has happened and nothing is reported.
 */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  options?: Options<CallInput<E>, ResponseBody<E>>,
): Mutation<CallInput<E>, ResponseBody<E>>
export function useApiMutation<Output, Input = void>(
  request: (input: Input) => Promise<Output>,
  options?: Options<Input, Output>,
): Mutation<Input, Output>
export function useApiMutation(
  target: Endpoint | ((input: unknown) => Promise<unknown>),
  options: Options<unknown, unknown> = {},
): Mutation<unknown, unknown> {
  const { invalidates = [], alwaysInvalidates = [], failure, failureStays, isParallel = false } = options
  const { isChecked = false, isSignIn = false, onSuccess, onError, onReloaded, onSettled } = options
  const queries = useQueryClient()
  // A unique key for each use of the hook, so that `isMutating` below does not count other uses of the same endpoint.
  const mutationKey = [useId()]
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationKey,
    mutationFn(input: unknown) {
      const send = async () =>
        typeof target === 'function' ? target(input) : request(target, input, isChecked)
      return isSignIn ? send() : callSignedIn(() => callConfirmed(send))
    },
    onSuccess: (output, input) => onSuccess?.(output, input),
    onError(error, input) {
      if (error instanceof CanceledError) return
      if (problemOf(error)?.code === 'role-too-low') void reloadCurrentUser()
      if (failure) {
        const description = explainFailure(error)
        showToast({ title: failure, description, tone: 'destructive', stays: failureStays })
      }
      return onError?.(error, input)
    },
    async onSettled(_, error) {
      if (error instanceof CanceledError) return
      const stale = [...(error ? [] : invalidates), ...alwaysInvalidates]
      await Promise.all(stale.map((queryKey) => reload(queries, queryKey)))
      if (!error) await onReloaded?.()
      await onSettled?.()
    },
  })
  return {
    run(input) {
      // Not `isPending`, because the second click of a double click may come before the next render.
      if (isParallel || queries.isMutating({ mutationKey }) === 0) mutate(input)
    },
    busy: isPending,
    problem: error && !(error instanceof CanceledError) ? explainFailure(error) : undefined,
    output: data,
    reset,
  }
}

/** Loads what is shown again. A first load that has not ended yet may hold the state before the change, so it starts again. */
async function reload(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
  await queries.invalidateQueries({ queryKey })
}

function request(endpoint: Endpoint, input: unknown, isChecked: boolean): Promise<unknown> {
  // The cast is safe, because the overloads of the hook only accept the endpoint's own input.
  const typed = input as CallInput<Endpoint>
  const checked = isChecked && endpoint.body && z.safeParse(endpoint.body, typed.body)
  if (checked && !checked.success) throw new ExplainedError(checked.error.issues[0]?.message)
  return call(endpoint, typed)
}
