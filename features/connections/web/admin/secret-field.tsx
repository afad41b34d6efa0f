import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { PasswordField } from '../../../../core/web/ui/password-field.tsx'
import type { ConnectionKind } from '../../contract/connections.ts'
import type { ConnectionFormState } from './use-connection-form.ts'

type SecretFieldProps = ConnectionFormState<ConnectionKind>['secretField'] & { hint?: string }

/** A stored password or key is never shown again: it can only be kept, replaced, or removed. */
export function SecretField(props: SecretFieldProps) {
  const { id, label, text, isRemoved, onChange, isStored, isSameTarget, isReadable, hint, error } = props
  const word = label.toLowerCase()
  const status = useRef<HTMLParagraphElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<'input' | 'status'>()
  const isKept = isStored && isSameTarget && isReadable

  // The clicked button disappears, so the focus moves to what takes its place.
  function show(part: 'input' | 'status', plan?: 'remove') {
    flushSync(() => {
      onChange('', plan)
      setShown(part)
    })
    ;(part === 'input' ? input : status).current?.focus()
  }

  if (isKept && shown !== 'input')
    return (
      <div className="field" id={id}>
        <p className="secret-label">{label}</p>
        <p ref={status} tabIndex={-1} role={shown}>
          {isRemoved ? `The ${word} will be removed when you save.` : `A ${word} is stored.`}
        </p>
        <p className="form-actions">
          <TextButton onClick={() => show('input')}>
            Replace<span className="sr-only"> {word}</span>
          </TextButton>
          <TextButton onClick={() => show('status', isRemoved ? undefined : 'remove')}>
            {isRemoved ? 'Keep' : 'Remove'}
            <span className="sr-only"> {word}</span>
          </TextButton>
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
        value={text}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          setShown('input')
        }}
        error={error}
        hint={hint}
        note={isStored && !isKept ? <p>{explainLoss(word, isSameTarget)}</p> : null}
      />
      {isKept && <TextButton onClick={() => show('status')}>Keep the stored {word}</TextButton>}
    </div>
  )
}

const explainLoss = (word: string, isSameTarget: boolean) =>
  isSameTarget
    ? `A ${word} is stored, but it can’t be opened. Type it again to use this connection now.`
    : `The stored ${word} is for another server, so it will be removed when you save. Type the ${word} for this one.`
