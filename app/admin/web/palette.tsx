import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { lazyDialog } from '../../../core/web/ui/lazy-part.tsx'
import { findOpenModal } from '../../../core/web/ui/open-modal.ts'

const FindDialog = lazyDialog(() => import('./find-dialog.tsx'), 'FindDialog')

/** A button, and Ctrl + K outside of editors, for a dialog that finds screens, posts, people, and actions. */
export function Palette() {
  const [isOpen, setOpen] = useState(false)

  // An effect, because the shortcut listens on the window and not on an element.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      if (!isShortcut || event.defaultPrevented || findOpenModal()) return
      if (event.target instanceof HTMLElement && event.target.isContentEditable) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return (
    <>
      <button type="button" className="admin-menu-button admin-find" onClick={() => setOpen(true)}>
        <Search aria-hidden="true" />
        <span>Find</span> <kbd className="needs-keys">Ctrl K</kbd>
      </button>
      {/* A portal, because the button may be in a closed menu, which would hide the dialog, too. */}
      {isOpen && createPortal(<FindDialog onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}
