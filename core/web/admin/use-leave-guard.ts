import { useEffect, useEffectEvent } from 'react'
import { warnBeforeUnload } from '../ui/warn-before-unload.ts'
import { blockNavigation } from './history.ts'

/** Asks before the user leaves a form with unsaved changes. `ask` resolves to true if the user wants to leave. */
export function useLeaveGuard(isDirty: boolean, ask: () => Promise<boolean>): void {
  const onLeave = useEffectEvent(ask)
  useEffect(() => {
    if (!isDirty) return
    const unblock = blockNavigation(() => onLeave())
    const stopWarning = warnBeforeUnload()
    return () => {
      unblock()
      stopWarning()
    }
  }, [isDirty])
}

const unsavedQuestion = 'Your changes aren’t saved. Leave without saving them?'

export function useUnsavedQuestion(isDirty: boolean, question = unsavedQuestion): void {
  useLeaveGuard(isDirty, async () => confirm(question))
}

/** True if a form may be closed: it has no unsaved changes, or the user gives them up. For forms inside a screen. */
export const mayClose = (isDirty: boolean) => !isDirty || confirm(unsavedQuestion)
