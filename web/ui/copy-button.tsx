import { useState } from 'react'
import { QuietButton } from './button.tsx'
import { useIsHydrated } from './use-is-hydrated.ts'

/** A button that copies a text. Renders nothing on pages without https, where browsers have no Clipboard API. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [copied, setCopied] = useState(false)
  const isHydrated = useIsHydrated()
  if (!isHydrated || navigator.clipboard === undefined) return null
  return (
    <QuietButton
      onClick={async () => {
        await navigator.clipboard.writeText(text())
        setCopied(true)
      }}
    >
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </QuietButton>
  )
}
