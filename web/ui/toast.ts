/** At most this many toasts are visible. */
const toastLimit = 1
/** How long a toast shows by itself, and how long a dismissed one is remembered, in ms. */
export const toastDuration = 5000
const toastRemoveDelay = 1_000_000

export type Toast = {
  id: number
  title: string
  description?: string | undefined
  tone: 'normal' | 'destructive'
  open: boolean
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const removals = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows a toast; it takes the place of the one that is there. */
export function showToast(toast: { title: string; description?: string; tone?: Toast['tone'] }): void {
  const shown: Toast = { id: ++lastId, tone: 'normal', ...toast, open: true }
  update([shown, ...toasts].slice(0, toastLimit))
  void mountToaster()
}

export function dismissToast(id: number): void {
  update(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  if (removals.has(id)) return
  removals.set(
    id,
    setTimeout(() => {
      removals.delete(id)
      update(toasts.filter((toast) => toast.id !== id))
    }, toastRemoveDelay),
  )
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => toasts,
}

function update(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

let host: HTMLElement | undefined

/** The toaster's code is fetched with the first toast. */
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
