import type { Ref } from 'react'
import { InputField } from '../../../core/web/ui/field.tsx'

type CodeFieldProps = {
  label?: string
  hint?: string
  autoFocus?: boolean
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** Field for a code of an authenticator app or a recovery code */
export function CodeField({ label = 'Code', ...field }: CodeFieldProps) {
  return (
    <InputField
      label={label}
      name="code"
      id="code"
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={100}
      {...field}
    />
  )
}
