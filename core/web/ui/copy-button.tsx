import { useState } from 'react'
import { QuietButton } from './button.tsx'
import { useIsHydrated } from './use-is-hydrated.ts'

type CopyButtonProps = { label: string; text: () => string; onCopied?: (() => void) | undefined }

/** A button that copies a text. Renders nothing on pages without https, where browsers have no Clipboard API. */
export function CopyButton({ label, text, onCopied }: CopyButtonProps) {
  const [result, setResult] = useState<string>()
  const isHydrated = useIsHydrated()
  if (!isHydrated || navigator.clipboard === undefined) return null

  async function copy() {
    try {
      await navigator.clipboard.writeText(text())
    } catch {
      // The browser or the user does not allow it.
      return setResult('Couldn’t copy. Select it instead.')
    }
    setResult('Copied')
    onCopied?.()
  }

  return (
    <QuietButton onClick={copy}>
      <span aria-live="polite">{result ?? label}</span>
    </QuietButton>
  )
}
