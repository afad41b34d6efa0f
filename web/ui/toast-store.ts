/** At most this many toasts are visible. */
const toastLimit = 1
/** How long a dismissed toast is remembered, in ms. */
const toastRemoveDelay = 1_000_000

export type ToastAction = {
  label: string
  /** How to do the same elsewhere, for people who cannot reach a toast in time. */
  altText: string
  run: () => void
}

export type Toast = {
  id: number
  title: string
  description?: string | undefined
  tone: 'normal' | 'destructive'
  actions?: readonly ToastAction[] | undefined
  /** True for a message that someone must act on: it stays until it is closed. */
  stays?: boolean | undefined
  open: boolean
}

export type NewToast = Pick<Toast, 'title' | 'description' | 'actions' | 'stays'> & { tone?: Toast['tone'] }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const removals = new Map<number, ReturnType<typeof setTimeout>>()

/** The page's toasts, for `useSyncExternalStore`. */
export const toastStore = {
  read: () => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Adds a toast; it takes the place of the one that is there. */
export function addToast(toast: NewToast): void {
  lastId++
  update(
    [{ tone: 'normal', ...toast, id: lastId, open: true } satisfies Toast, ...toasts].slice(0, toastLimit),
  )
}

/** Closes a toast at once and forgets it later. */
export function dismissToast(id: number): void {
  update(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  if (removals.has(id)) return
  const forget = () => {
    removals.delete(id)
    update(toasts.filter((toast) => toast.id !== id))
  }
  removals.set(id, setTimeout(forget, toastRemoveDelay))
}

function update(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
