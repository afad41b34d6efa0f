import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import type { Endpoint, ResponseBody } from '../../contracts/endpoint.ts'
import { type CallInput, call } from '../api.ts'
import { explainFailure } from '../api-failures.ts'
import { showToast } from '../ui/toast.ts'
import { callSignedIn } from './sign-in-again.ts'

type Options<Input, Output> = {
  /** Keys of the queries to load again after a success (`queryKeyOf`). They are loaded before the mutation ends. */
  invalidates?: QueryKey[]
  /** The same, also after a failure: it may come from a change in the meantime, or have changed something itself. */
  alwaysInvalidates?: QueryKey[]
  /** Title of a toast about a failure. Without it, show `problem` where the user is looking. */
  failure?: string
  /** True if several may run at once. Otherwise a request is ignored while another one is running. */
  isParallel?: boolean
  /** True to check the body before it is sent; the first mistake is the `problem`. Its schema needs good messages. */
  isChecked?: boolean
  /** True for the request that signs in, whose 401 means a wrong password. */
  isSignIn?: boolean
  onSuccess?(output: Output, input: Input): unknown
  onError?(error: Error, input: Input): unknown
  onSettled?(): unknown
}

type Mutation<Input, Output> = {
  run(input: Input): void
  busy: boolean
  /** One sentence about the failure of the last request, until the next one. */
  problem: string | undefined
  output: Output | undefined
  /** Forgets the output or problem of the last request. */
  reset: () => void
}

/**
 * A change that a user asks for: one endpoint, or a function that calls several. If the session has ended, the user
 * signs in again and the request is repeated.
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
  const { invalidates = [], alwaysInvalidates = [], failure, isParallel = false } = options
  const { isChecked = false, isSignIn = false, onSuccess, onError, onSettled } = options
  const queries = useQueryClient()
  // One key for each use of the hook, so that other uses of the endpoint do not count as running.
  const mutationKey = [useId()]
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationKey,
    mutationFn(input: unknown) {
      const send = async () =>
        typeof target === 'function' ? target(input) : request(target, input, isChecked)
      return isSignIn ? send() : callSignedIn(send)
    },
    onSuccess: (output, input) => onSuccess?.(output, input),
    onError(error, input) {
      if (failure) showToast({ title: failure, description: explain(error), tone: 'destructive' })
      return onError?.(error, input)
    },
    async onSettled(_, error) {
      const stale = [...(error ? [] : invalidates), ...alwaysInvalidates]
      await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
      await onSettled?.()
    },
  })
  return {
    run(input) {
      // The rendered state is late: a double click comes before the next render.
      if (isParallel || queries.isMutating({ mutationKey }) === 0) mutate(input)
    },
    busy: isPending,
    problem: error ? explain(error) : undefined,
    output: data,
    reset,
  }
}

/** A mistake in the input that was found before anything was sent. */
class InputError extends Error {
  override name = 'InputError'
}

function request(endpoint: Endpoint, input: unknown, isChecked: boolean): Promise<unknown> {
  // The overloads of the hook say that an endpoint comes with its own input.
  const typed = input as CallInput<Endpoint>
  const checked = isChecked && endpoint.body && z.safeParse(endpoint.body, typed.body)
  if (checked && !checked.success) throw new InputError(checked.error.issues[0]?.message)
  return call(endpoint, typed)
}

const explain = (error: Error) => (error instanceof InputError ? error.message : explainFailure(error))
