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

/**
 * Loads what a screen shows. `of` is its name, such as `posts` or `the team`, or the words for it. `notLoaded` says that it is
 * not there yet, or that it could not be loaded or reloaded.
 */
export function useLoaded<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  of: string | Words,
) {
  const query = useQuery(options)
  const { data, error, refetch } = query
  const words = typeof of === 'string' ? wordsFor(of) : of
  const notLoaded =
    error || data === undefined ? (
      <>
        {words.head}
        {error && <LoadProblem what={words.failure} error={error} onRetry={refetch} />}
        {!error && <p>{words.waiting ?? 'Loading...'}</p>}
        {!error && words.hasSkeleton && <div className="skeleton skeleton-text" />}
      </>
    ) : undefined
  return { data, query, notLoaded }
}

const wordsFor = (of: string): Words => ({
  failure: `The ${of.replace('the ', '')} couldn’t be loaded.`,
  waiting: `Loading ${of}...`,
})
