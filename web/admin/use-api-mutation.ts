import { type MutationKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Endpoint, ResponseBody } from '../../contracts/endpoint.ts'
import { type CallInput, call } from '../api.ts'
import { explainFailure } from '../api-failures.ts'
import { showToast } from '../ui/toast.ts'
import { callSignedIn } from './sign-in.tsx'

type Options<Input, Output> = {
  /** Keys of the queries to load again afterwards (`queryKeyOf`). They are loaded before the mutation ends. */
  invalidates?: QueryKey[]
  /** Title of a toast about a failure. Without it, show `problem` where the user is looking. */
  failure?: string
  /** True where several may run at once. Otherwise a request is ignored while another one is running. */
  isParallel?: boolean
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
  const { invalidates = [], failure, isParallel = false, onSuccess, onError, onSettled } = options
  const queries = useQueryClient()
  const mutationKey: MutationKey = [useId()]
  // Named after the hook, so that other uses of the endpoint do not count as running.
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationKey,
    mutationFn: (input: unknown) =>
      callSignedIn(() =>
        typeof target === 'function' ? target(input) : call(target, input as CallInput<Endpoint>),
      ),
    async onSuccess(output, input) {
      await onSuccess?.(output, input)
      await Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
    onError(error, input) {
      if (failure) showToast({ title: failure, description: explainFailure(error), tone: 'destructive' })
      return onError?.(error, input)
    },
    onSettled,
  })
  return {
    run(input) {
      // The rendered state is late: a double click comes before the next render.
      if (isParallel || queries.isMutating({ mutationKey }) === 0) mutate(input)
    },
    busy: isPending,
    problem: error ? explainFailure(error) : undefined,
    output: data,
    reset,
  }
}
