import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { hasNoDot, noDotQuestion, suggestAddress } from '../contract/suggest-address.ts'
import { InputField, type InputFieldProps } from './ui/field.tsx'

type HintOptions = {
  /** True to also ask about a domain without a dot, for forms that do not ask about it when they are submitted */
  pointsOutNoDot?: boolean | undefined
  /** Called with the typed address when another one is suggested */
  onSuggest?: ((about: string) => void) | undefined
}

export type AddressFieldProps = Omit<InputFieldProps, 'note' | 'beside' | 'type' | 'onInput'> & HintOptions

/** A field for an email address that asks "Did you mean ...?" if the address looks mistyped. */
export function AddressField({ pointsOutNoDot, onSuggest, onBlur, ...field }: AddressFieldProps) {
  const hint = useAddressHint({ pointsOutNoDot, onSuggest })
  return (
    <InputField
      {...field}
      type="email"
      // An error takes precedence over the hint.
      note={field.error ? null : hint.note}
      onBlur={(event) => {
        onBlur?.(event)
        hint.onBlur(event)
      }}
      onInput={hint.onInput}
    />
  )
}

/**
 * Delay before the hint appears after the user leaves the field. If the hint appeared at once, it would move the button
 * that the user is clicking.
 */
const hintDelayMs = 250

/** The hint without the field, for fields with their own layout */
export function useAddressHint({ pointsOutNoDot = false, onSuggest }: HintOptions) {
  const [odd, setOdd] = useState<{ email: string; suggestion: string | undefined }>()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function checkAddress() {
    const email = input.current?.value.trim() ?? ''
    const suggestion = suggestAddress(email)
    const isOdd = suggestion !== undefined || (pointsOutNoDot && hasNoDot(email))
    setOdd(isOdd ? { email, suggestion } : undefined)
    if (suggestion !== undefined) onSuggest?.(email)
  }

  const note = odd ? (
    <p>
      {odd.suggestion === undefined ? (
        noDotQuestion(odd.email)
      ) : (
        <>
          Did you mean <strong>{odd.suggestion}</strong>?{' '}
          <button
            type="button"
            className="text-link"
            onClick={() => {
              setOdd(undefined)
              if (input.current) replaceText(input.current, odd.suggestion ?? '')
            }}
          >
            Use this address
          </button>
        </>
      )}
    </p>
  ) : null
  return {
    note,
    onBlur(event: FocusEvent<HTMLInputElement>) {
      input.current = event.currentTarget
      clearTimeout(timer.current)
      timer.current = setTimeout(checkAddress, hintDelayMs)
    },
    onInput() {
      clearTimeout(timer.current)
      setOdd(undefined)
    },
  }
}

/** Replaces a field's text as if the user had typed it, so that the form gets an input event. */
function replaceText(input: HTMLInputElement, text: string) {
  // React replaces the element's `value` setter to track changes, and ignores input events whose value it already
  // knows. The prototype's setter bypasses this tracking.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
