import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { InputField, type InputFieldProps } from './field.tsx'
import { useIsHydrated } from './use-is-hydrated.ts'

/** A password field with a button that shows the password. Without JavaScript there is no button. */
export function PasswordField(field: Omit<InputFieldProps, 'type' | 'beside'>) {
  const [shown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isHydrated = useIsHydrated()

  // Hide the password before submitting: browsers remember submitted text fields and would suggest the password to the
  // next user.
  useEffect(() => {
    const form = isHydrated ? button.current?.form : undefined
    const hide = () => flushSync(() => setShown(false))
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [isHydrated])

  return (
    <InputField
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      type={shown ? 'text' : 'password'}
      beside={
        isHydrated && (
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
