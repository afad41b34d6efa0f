import { findOpenModal } from './open-modal.ts'
import { addToast, type NewToast } from './toast-store.ts'

let host: HTMLElement | undefined

/** Shows a toast. The code that renders toasts is loaded with the first one. */
export function showToast(toast: NewToast): void {
  addToast(toast)
  void mountToaster()
}

/**
 * Loads the code that renders toasts early, while the network works: after a failed import, browsers do not request the
 * module again.
 */
export function prepareToasts(): void {
  void loadToaster()
}

async function mountToaster(): Promise<void> {
  const toaster = await loadToaster()
  // If the code cannot be loaded, no toast is shown. Callers also show important messages elsewhere.
  if (!toaster) return
  if (!host) {
    host = document.createElement('div')
    placeToaster()
    toaster.startToaster(host)
  }
  placeToaster()
}

const loadToaster = () => import('./toaster.tsx').catch(() => undefined)

/**
 * Moves the container of all toasts into the open modal dialog, or back to the body if there is none. Call it after a
 * dialog opened or closed. A modal dialog covers everything outside it and makes it inert, including toasts.
 */
export function placeToaster(): void {
  const place = findOpenModal() ?? document.body
  if (host && host.parentElement !== place) place.append(host)
}
