import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextButton } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'

/** What to do with the stored password or key, and what was typed instead */
export type Secret = { plan: 'keep' | 'type' | 'remove'; text: string }
export const untouchedSecret: Secret = { plan: 'keep', text: '' }

/**
 * The member `secret` of a request. Undefined keeps the stored one; for another server, there is none to keep.
 * `isKept`: one is stored, for the server that is in the form
 */
export function secretOf({ plan, text }: Secret, isKept: boolean): string | null | undefined {
  if (plan === 'remove') return null
  if (plan === 'keep' && isKept) return undefined
  return text === '' ? undefined : text
}

type SecretFieldProps = {
  id: string
  /** `Password` or `Key` */
  label: string
  secret: Secret
  onChange: (secret: Secret) => void
  /** True if one is stored */
  isStored: boolean
  /** True if the form names the server that the stored one is for */
  isSameTarget: boolean
  /** False if the stored one can't be opened, because the secret key is wrong */
  isReadable: boolean
  hint?: string | undefined
  error?: string | undefined
}

/** A stored password or key is never shown again: it can only be kept, replaced, or removed. */
export function SecretField(props: SecretFieldProps) {
  const { id, label, secret, onChange, isStored, isSameTarget, isReadable, hint, error } = props
  const word = label.toLowerCase()
  const status = useRef<HTMLParagraphElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [hasReplaced, setHasReplaced] = useState(false)
  const isKept = isStored && isSameTarget && isReadable

  // The clicked button disappears, so the focus moves to what takes its place.
  function change(next: Secret) {
    flushSync(() => {
      onChange(next)
      setHasReplaced(true)
    })
    ;(next.plan === 'type' ? input : status).current?.focus()
  }

  if (isKept && secret.plan !== 'type')
    return (
      <div className="field" id={id}>
        <p className="secret-label">{label}</p>
        <p ref={status} tabIndex={-1} role={hasReplaced ? 'status' : undefined}>
          {secret.plan === 'keep' ? `A ${word} is stored.` : `The ${word} will be removed when you save.`}
        </p>
        <p className="form-actions">
          <TextButton onClick={() => change({ plan: 'type', text: '' })}>
            Replace<span className="sr-only"> {word}</span>
          </TextButton>
          {secret.plan === 'keep' ? (
            <TextButton onClick={() => change({ plan: 'remove', text: '' })}>
              Remove<span className="sr-only"> {word}</span>
            </TextButton>
          ) : (
            <TextButton onClick={() => change(untouchedSecret)}>
              Keep<span className="sr-only"> {word}</span>
            </TextButton>
          )}
        </p>
      </div>
    )
  return (
    <div className="secret-typed">
      <PasswordField
        id={id}
        ref={input}
        label={label}
        autoComplete="off"
        value={secret.text}
        onChange={({ currentTarget }) => onChange({ plan: 'type', text: currentTarget.value })}
        error={error}
        hint={hint}
        note={isStored && !isKept ? <p>{explainLoss(word, isSameTarget)}</p> : null}
      />
      {isKept && <TextButton onClick={() => change(untouchedSecret)}>Keep the stored {word}</TextButton>}
    </div>
  )
}

const explainLoss = (word: string, isSameTarget: boolean) =>
  isSameTarget
    ? `A ${word} is stored, but it can’t be opened. Type it again to use this connection now.`
    : `The stored ${word} is for another server, so it will be removed when you save. Type the ${word} for this one.`
