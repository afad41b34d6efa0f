import { createStore } from './create-store.ts'

/** Maximum number of visible toasts, as the specification requires */
const toastLimit = 1
/** Ms between dismissing a toast and removing it from the store, as the specification requires */
const toastRemoveDelay = 1_000_000

export type ToastAction = {
  label: string
  /** How to do the same elsewhere, for screen reader users who cannot reach the toast in time */
  altText: string
  run: () => void
}

export type Toast = {
  id: number
  title: string
  description?: string | undefined
  tone: 'normal' | 'destructive'
  actions?: readonly ToastAction[] | undefined
  /** True for a message that the user must act on, so that the toast stays until the user closes it */
  stays?: boolean | undefined
  open: boolean
}

export type NewToast = Pick<Toast, 'title' | 'description' | 'actions' | 'stays'> & { tone?: Toast['tone'] }

let lastId = 0
const removals = new Map<number, ReturnType<typeof setTimeout>>()

export const toastStore = createStore<readonly Toast[]>([])

/** Adds a toast, which replaces the visible one. */
export function addToast(toast: NewToast): void {
  lastId++
  const toasts = [{ tone: 'normal' as const, ...toast, id: lastId, open: true }, ...toastStore.read()]
  toastStore.set(toasts.slice(0, toastLimit))
}

/** Closes a toast now and removes it from the store later. */
export function dismissToast(id: number): void {
  toastStore.set(toastStore.read().map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  if (removals.has(id)) return
  const forget = () => {
    removals.delete(id)
    toastStore.set(toastStore.read().filter((toast) => toast.id !== id))
  }
  removals.set(id, setTimeout(forget, toastRemoveDelay))
}
