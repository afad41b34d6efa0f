import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type GetStarted, getStartedRead } from '../../../contracts/get-started.ts'
import { onWrite } from '../../api.ts'
import { apiQuery } from '../api.ts'

export const getStartedQuery = apiQuery(getStartedRead)

/** What is done on the way to an own site; undefined until it is loaded */
export const useGetStarted = (): GetStarted | undefined => useQuery(getStartedQuery).data

/** Reloads the steps after each write, because most of them can be done on any screen. */
export function useStepsAfterWrites(): void {
  const queries = useQueryClient()
  useEffect(() => onWrite(() => void queries.invalidateQueries(getStartedQuery)), [queries])
}

/** Steps that are left; none if an owner removed the list from the menu */
export function countStepsLeft(state: GetStarted | undefined): number {
  if (!state || state.isDismissed) return 0
  return state.steps.filter(({ isDone }) => !isDone).length
}
