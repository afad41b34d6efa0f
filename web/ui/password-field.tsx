import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { InputField, type InputFieldProps } from './field.tsx'

/** A field for a password, with a button that shows what was typed. Without script there is no button. */
export function PasswordField(field: Omit<InputFieldProps, 'type' | 'beside'>) {
  const [shown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isAlive = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )

  // A browser remembers what it sends from a text field, and offers it to the next person who types there.
  useEffect(() => {
    const form = isAlive ? button.current?.form : undefined
    const hide = () => flushSync(() => setShown(false))
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [isAlive])

  return (
    <InputField
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      type={shown ? 'text' : 'password'}
      beside={
        isAlive && (
          <button
            type="button"
            className="field-reveal"
            aria-pressed={shown}
            ref={button}
            onClick={() => setShown(!shown)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M2 12c2.7-4.7 6-7 10-7s7.3 2.3 10 7c-2.7 4.7-6 7-10 7s-7.3-2.3-10-7z" />
              <circle cx="12" cy="12" r="3" />
              {shown && <path d="M4 20L20 4" />}
            </svg>
            <span className="sr-only">Show {field.label.toLowerCase()}</span>
          </button>
        )
      }
    />
  )
}

/** A page that has come alive stays so. */
const subscribe = () => () => {}
