import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { hasNoDot, noDotQuestion, suggestAddress } from '../contracts/suggest-address.ts'
import { InputField, type InputFieldProps } from './ui/field.tsx'

type HintOptions = {
  /** For forms that do not ask about it themselves: a domain without a dot is pointed out, too. */
  pointsOutNoDot?: boolean | undefined
  /** Called with the address for which another one was suggested. */
  onSuggest?: ((about: string) => void) | undefined
}

type AddressFieldProps = Omit<InputFieldProps, 'note' | 'beside' | 'type'> & HintOptions

/** A field for an email address, which asks "Did you mean ...?" where it looks mistyped. */
export function AddressField({ pointsOutNoDot, onSuggest, onBlur, onInput, ...field }: AddressFieldProps) {
  const hint = useAddressHint({ pointsOutNoDot, onSuggest })
  return (
    <InputField
      {...field}
      type="email"
      // What is wrong with the address comes first.
      note={field.error ? null : hint.note}
      onBlur={(event) => {
        onBlur?.(event)
        hint.onBlur(event)
      }}
      onInput={(event) => {
        onInput?.(event)
        hint.onInput(event)
      }}
    />
  )
}

/** Time in ms from leaving the field to the hint: a click that left it is over, so what is clicked does not move away. */
const hintDelay = 250

/** The hint alone, for a field that is laid out differently. */
export function useAddressHint({ pointsOutNoDot = false, onSuggest }: HintOptions): {
  /** Null while there is none. */
  note: ReactNode
  onBlur: (event: FocusEvent<HTMLInputElement>) => void
  onInput: (event: FormEvent<HTMLInputElement>) => void
} {
  const [odd, setOdd] = useState<{ email: string; suggestion: string | undefined }>()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function look() {
    const email = input.current?.value.trim() ?? ''
    const suggestion = suggestAddress(email)
    const isOdd = suggestion !== undefined || (pointsOutNoDot && hasNoDot(email))
    setOdd(isOdd ? { email, suggestion } : undefined)
    if (suggestion !== undefined) onSuggest?.(email)
  }

  const note = odd && (
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
  )
  return {
    note: note ?? null,
    onBlur(event) {
      input.current = event.currentTarget
      clearTimeout(timer.current)
      timer.current = setTimeout(look, hintDelay)
    },
    onInput() {
      clearTimeout(timer.current)
      setOdd(undefined)
    },
  }
}

/** Changes a field's text as if it had been typed, so that the form around it notices. */
function replaceText(input: HTMLInputElement, text: string) {
  // React looks at its own `value` of the element to see what is new, and the prototype's passes by it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
