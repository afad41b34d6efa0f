import * as Toast from '@radix-ui/react-toast'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { dismissToast, toastStore } from './toast-store.ts'

/** `toastDuration`: ms until a toast closes. `swipeThreshold`: px of a swipe to the right that close a toast. */
const toastDuration = 5000
const swipeThreshold = 50

export function startToaster(host: HTMLElement): void {
  createRoot(host).render(<Toaster />)
}

function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  return (
    <Toast.Provider duration={toastDuration} swipeDirection="right" swipeThreshold={swipeThreshold}>
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          className={`toast toast-${toast.tone}`}
          open={toast.open}
          {...(toast.stays && { duration: Number.POSITIVE_INFINITY })}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
        >
          <Toast.Title className="toast-title">{toast.title}</Toast.Title>
          {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
          {toast.actions && (
            <div className="toast-actions">
              {toast.actions.map(({ label, altText, run }) => (
                <Toast.Action key={label} className="toast-action" altText={altText} onClick={run}>
                  {label}
                </Toast.Action>
              ))}
            </div>
          )}
          <Toast.Close className="toast-close" aria-label="Close">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toast-viewport" hotkey={['F8']} label="Notifications ({hotkey})" />
    </Toast.Provider>
  )
}
