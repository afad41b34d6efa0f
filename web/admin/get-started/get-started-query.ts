import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type GetStarted,
  getStartedRead,
  type StartStep,
  stepRights,
} from '../../../contracts/get-started.ts'
import { paths } from '../../../contracts/paths.ts'
import { may } from '../../../contracts/roles.ts'
import { onWrite } from '../../api.ts'
import { apiQuery } from '../api.ts'
import { useCurrentUser } from '../current-user.ts'
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

/** True for the steps that the user's role may do. The others do not concern them. */
export function useMayDoStep(): (entry: { step: StartStep }) => boolean {
  const user = useCurrentUser()
  return ({ step }) => may(user, stepRights[step])
}

/** Steps that are left for the user; none if an owner removed the list from the menu */
export function useStepsLeft(): number {
  const state = useGetStarted()
  const mayDo = useMayDoStep()
  if (!state || state.isDismissed) return 0
  return state.steps.filter((entry) => !entry.isDone && mayDo(entry)).length
}
