import { useEffect, useEffectEvent } from 'react'
import { findOpenModal } from './open-modal.ts'

/** Saves on Ctrl+S, or Cmd+S on a Mac, while the component is mounted. */
export function useSaveShortcut(save: () => void): void {
  const onSave = useEffectEvent(save)
  // An effect, because the shortcut listens on the window and not on an element.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (!event.repeat && !findOpenModal()) onSave()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
