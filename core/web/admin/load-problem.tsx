import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { explainFailure, hasStatus } from '../api-failures.ts'
import { SmallButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { signInQuestion } from './repeated-requests.ts'

type LoadProblemProps = { what: string; error: unknown; onRetry: () => unknown }

/** Explains a failed query, with a button to try again or to sign in. */
export function LoadProblem({ what, error, onRetry }: LoadProblemProps) {
  const signedOut = hasStatus(error, 401)
  return (
    <Notice tone="problem">
      <p>
        <strong>{what}</strong>
      </p>
      <p>{explainFailure(error)}</p>
      <SmallButton
        onClick={async () => {
          if (!signedOut || (await signInQuestion.ask())) onRetry()
        }}
      >
        {signedOut ? 'Sign in' : 'Try again'}
      </SmallButton>
    </Notice>
  )
}

type Words = {
  failure: string
  waiting?: string
  /** Shown above both */
  head?: ReactNode
  hasSkeleton?: boolean
}

type Loading = { error: Error | null; refetch: () => Promise<unknown> }

/** In place of what is still being loaded by some queries, or could not be loaded by one of them */
export function NotLoaded({
  queries,
  failure,
  waiting = 'Loading...',
  head,
  hasSkeleton,
}: Words & { queries: Loading[] }) {
  const failed = queries.filter(({ error }) => error)
  const retry = () => Promise.all(failed.map((query) => query.refetch()))
  return (
    <>
      {head}
      {failed[0]?.error && <LoadProblem what={failure} error={failed[0].error} onRetry={retry} />}
      {failed.length === 0 && <p>{waiting}</p>}
      {failed.length === 0 && hasSkeleton && <div className="skeleton skeleton-text" />}
    </>
  )
}

/**
 * Loads what a screen shows. `of` is its name, such as `posts` or `the team`, or the words for it. `notLoaded` says that it is
 * not there yet, or that it could not be loaded or reloaded.
 */
export function useLoaded<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  of: string | Words,
) {
  const query = useQuery(options)
  const { data, error } = query
  const words = typeof of === 'string' ? wordsFor(of) : of
  const notLoaded = error || data === undefined ? <NotLoaded {...words} queries={[query]} /> : undefined
  return { data, query, notLoaded }
}

const wordsFor = (of: string): Words => ({
  failure: `The ${of.replace('the ', '')} couldn’t be loaded.`,
  waiting: `Loading ${of}...`,
})
