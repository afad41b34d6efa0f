import { createStore } from './create-store.ts'

/** Max number of visible toasts. */
const toastLimit = 1
/** Ms until a dismissed toast is removed. */
const toastRemoveDelay = 1_000_000

export type ToastAction = {
  label: string
  /** Describes how to do the same elsewhere, for people who cannot reach the toast in time. */
  altText: string
  run: () => void
}

export type Toast = {
  id: number
  title: string
  description?: string | undefined
  tone: 'normal' | 'destructive'
  actions?: readonly ToastAction[] | undefined
  /** True for a message that the user must act on. It stays until it is closed. */
  stays?: boolean | undefined
  open: boolean
}

export type NewToast = Pick<Toast, 'title' | 'description' | 'actions' | 'stays'> & { tone?: Toast['tone'] }

let lastId = 0
const removals = new Map<number, ReturnType<typeof setTimeout>>()

export const toastStore = createStore<readonly Toast[]>([])

/** Shows a toast in place of the current one. */
export function addToast(toast: NewToast): void {
  lastId++
  const toasts = [{ tone: 'normal' as const, ...toast, id: lastId, open: true }, ...toastStore.read()]
  toastStore.set(toasts.slice(0, toastLimit))
}

/** Closes a toast at once and removes it later. */
export function dismissToast(id: number): void {
  toastStore.set(toastStore.read().map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  if (removals.has(id)) return
  const forget = () => {
    removals.delete(id)
    toastStore.set(toastStore.read().filter((toast) => toast.id !== id))
  }
  removals.set(id, setTimeout(forget, toastRemoveDelay))
}
