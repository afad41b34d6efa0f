import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { InputField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

type ShownOnceProps = {
  /** "token" or "link" */
  what: string
  /** "API token" */
  label: string
  /** The name of one of several, between "the token" and "now" */
  name?: string
  secret: string
  onDone: () => void
}

/** A secret that is shown only now, to copy. Leaving without a copy asks first. */
export function ShownOnce({ what, label, name, secret, onDone }: ShownOnceProps) {
  const [isCopied, setIsCopied] = useState(false)
  useLeaveGuard(!isCopied, async () => confirm(`You won’t see this ${what} again. Leave without copying it?`))
  return (
    <div className="shown-once">
      <Notice tone="success">
        {name === undefined ? `Copy your ${what} now.` : `Copy the ${what} “${name}” now.`} It’s shown only
        this once.
      </Notice>
      <InputField
        label={label}
        // The button that the user clicked is gone, and copying comes next.
        autoFocus
        readOnly
        value={secret}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="shown-once-buttons">
        <CopyButton label={`Copy ${what}`} text={() => secret} onCopied={() => setIsCopied(true)} />
        <Button onClick={onDone}>Done</Button>
      </p>
    </div>
  )
}
