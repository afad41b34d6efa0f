import { findOpenModal } from './open-modal.ts'
import { addToast, type NewToast } from './toast-store.ts'

let host: HTMLElement | undefined

/** Shows a toast. The code that draws toasts is fetched with the first one. */
export function showToast(toast: NewToast): void {
  addToast(toast)
  void mountToaster()
}

/** Fetches the code that draws toasts while the network is there: a browser does not ask twice for a module that failed. */
export function prepareToasts(): void {
  void loadToaster()
}

async function mountToaster(): Promise<void> {
  const toaster = await loadToaster()
  // Whoever shows a toast also says it in its place.
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
 * A modal dialog makes everything outside it inert and lies above it, so the toaster moves into the one that
 * is open, and out again when it closes.
 */
export function placeToaster(): void {
  const place = findOpenModal() ?? document.body
  if (host && host.parentElement !== place) place.append(host)
}
