import { Keyboard } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { paths } from '../../../core/contract/paths.ts'
import { navigate } from '../../../core/web/admin/history.ts'
import { keysOfScreen, searchId } from '../../../core/web/admin/screen-keys.ts'
import { lazyDialog } from '../../../core/web/ui/lazy-part.tsx'
import { findOpenModal } from '../../../core/web/ui/open-modal.ts'
import { openNewForm } from '../../../features/posts/web/admin/new-form.ts'

const ShortcutList = lazyDialog(() => import('./shortcut-list.tsx'), 'ShortcutList')

const storageKey = 'single-key-shortcuts'

/** Listens for the keyboard shortcuts of all screens, and lists them in a dialog. */
export function Shortcuts() {
  const [open, setOpen] = useState(false)
  const [singleKeys, setSingleKeys] = useState(() => localStorage.getItem(storageKey) !== 'off')

  // An effect, because the shortcuts listen on the window and not on an element.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (findOpenModal()) return
      const action = singleKeys ? (keysOfScreen?.[event.key] ?? actions[event.key]) : undefined
      if (event.key === '?' && singleKeys) setOpen(true)
      else if (action) action()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [singleKeys])

  function switchSingleKeys(on: boolean) {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
    setSingleKeys(on)
  }

  return (
    <>
      <button type="button" className="admin-menu-button needs-keys" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden="true" />
        <span>Shortcuts</span> <kbd>?</kbd>
      </button>
      {/* A portal, because the button may be in a closed menu, which would hide the dialog, too. */}
      {open &&
        createPortal(
          <ShortcutList singleKeys={singleKeys} onSwitch={switchSingleKeys} onClose={() => setOpen(false)} />,
          document.body,
        )}
    </>
  )
}

const actions: Record<string, () => void> = {
  '/': () => void focusSearch(),
  n: () => void openNewForm(),
}

async function focusSearch(): Promise<void> {
  const field = document.getElementById(searchId)
  // Focus right away and not in a later task, so that the next keystroke goes into the field.
  if (field) return field.focus()
  await navigate(paths.adminTab('manage'))
  // Wait for a frame, because the tab with the field must be rendered first.
  requestAnimationFrame(() => document.getElementById(searchId)?.focus())
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  )
}
