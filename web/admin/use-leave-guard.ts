import { useEffect } from 'react'
import { blockNavigation } from './history.ts'

/** A form with changes is not left without a question. */
export function useUnsavedQuestion(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const letGo = blockNavigation(async () =>
      confirm('Your changes aren’t saved. Leave without saving them?'),
    )
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => {
      letGo()
      removeEventListener('beforeunload', warn)
    }
  }, [isDirty])
}
