import { type GetStarted, type StartStep, stepRights } from '../../../../core/contract/get-started.ts'
import { may } from '../../../../core/contract/roles.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { useNews } from '../../../../core/web/admin/unread-counts.tsx'

/** What is done on the way to an own site; undefined until it is loaded */
export const useGetStarted = (): GetStarted | undefined => useNews()?.getStarted

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
