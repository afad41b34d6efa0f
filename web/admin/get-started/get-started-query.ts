import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type GetStarted, getStartedRead } from '../../../contracts/get-started.ts'
import { paths } from '../../../contracts/paths.ts'
import { onWrite } from '../../api.ts'
import { apiQuery } from '../api.ts'
import { changesPublicPosts } from '../posts/refresh-posts.ts'

export const getStartedQuery = apiQuery(getStartedRead)

/** What is done on the way to an own site; undefined until it is loaded */
export const useGetStarted = (): GetStarted | undefined => useQuery(getStartedQuery).data

/** Reloads the steps after each write request that can change one, because they are done on many screens. */
export function useStepsAfterWrites(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      onWrite((path) => {
        if (canChangeSteps(path)) void queries.invalidateQueries(getStartedQuery)
      }),
    [queries],
  )
}

const pathsWithSteps = [
  paths.api.organization,
  paths.api.connections,
  paths.api.siteSections,
  paths.api.team,
  paths.api.samples,
]

const canChangeSteps = (path: string) =>
  changesPublicPosts(path) || pathsWithSteps.some((start) => path.startsWith(start))

/** Steps that are left; none if an owner removed the list from the menu */
export function countStepsLeft(state: GetStarted | undefined): number {
  if (!state || state.isDismissed) return 0
  return state.steps.filter(({ isDone }) => !isDone).length
}
