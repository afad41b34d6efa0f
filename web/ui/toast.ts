import { findOpenModal } from './open-modal.ts'
import { addToast, type NewToast } from './toast-store.ts'

let host: HTMLElement | undefined

/** Shows a toast. The code that renders toasts is loaded with the first one. */
export function showToast(toast: NewToast): void {
  addToast(toast)
  void mountToaster()
}

/** Loads the code that renders toasts early: a browser never requests a module again whose load has failed. */
export function prepareToasts(): void {
  void loadToaster()
}

async function mountToaster(): Promise<void> {
  const toaster = await loadToaster()
  // Without the code there is no toast. Callers show important messages elsewhere, too.
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
 * A modal dialog covers everything outside it and makes it inert, so the toaster moves into the open dialog, and out
 * again when it closes.
 */
export function placeToaster(): void {
  const place = findOpenModal() ?? document.body
  if (host && host.parentElement !== place) place.append(host)
}
