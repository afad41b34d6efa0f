import { useState, useSyncExternalStore } from 'react'

/** Missing where the browser gives no clipboard (a site without https); text can be selected there. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [copied, setCopied] = useState(false)
  // The server, and the browser while it takes over what the server has rendered, know of none.
  const hasClipboard = useSyncExternalStore(
    subscribe,
    () => navigator.clipboard !== undefined,
    () => false,
  )
  if (!hasClipboard) return null
  return (
    <button
      type="button"
      className="btn btn-quiet"
      onClick={async () => {
        await navigator.clipboard.writeText(text())
        setCopied(true)
      }}
    >
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </button>
  )
}

/** It neither comes nor goes while a page is open. */
const subscribe = () => () => {}
