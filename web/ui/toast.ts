import { addToast, type NewToast } from './toast-store.ts'

let host: HTMLElement | undefined

/** Shows a toast. The code that draws toasts is fetched with the first one. */
export function showToast(toast: NewToast): void {
  addToast(toast)
  void mountToaster()
}

async function mountToaster(): Promise<void> {
  if (!host) {
    host = document.createElement('div')
    placeToaster()
    const { startToaster } = await import('./toaster.tsx')
    startToaster(host)
  }
  placeToaster()
}

/**
 * A modal dialog makes everything outside it inert and lies above it, so the toaster moves into the one that
 * is open, and out again when it closes.
 */
export function placeToaster(): void {
  const place = document.querySelector('dialog:modal') ?? document.body
  if (host && host.parentElement !== place) place.append(host)
}
