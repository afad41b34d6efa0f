import { type FormEvent, useEffect, useRef, useState } from 'react'
import { passwordLimits } from '../../../core/contract/session.ts'
import type { InputFieldProps } from '../../../core/web/ui/field.tsx'
import { PasswordField } from '../../../core/web/ui/password-field.tsx'
import { findRuleBroken } from '../contract/password-rules.ts'

export type NewPasswordFieldProps = Omit<
  InputFieldProps,
  'type' | 'beside' | 'note' | 'autoComplete' | 'minLength' | 'maxLength'
> & {
  /** Names that the password must not contain: the site's, and the user's unless the form has a field for it */
  names: readonly string[]
}

/** Ms without typing before advice is given, so that screen readers do not announce one for each key */
const pauseMs = 500

/** Field for choosing a password. Says while the user types whether the password is strong, or what would help. */
export function NewPasswordField({ names, hint = '', onInput, ...field }: NewPasswordFieldProps) {
  const { advice, advise } = useAdvice(names)
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      minLength={passwordLimits.min}
      maxLength={passwordLimits.max}
      hint={`At least ${passwordLimits.min} characters. ${hint}`.trim()}
      // The form's own message says the same.
      note={!field.error && advice ? <Advice {...advice} /> : null}
      onInput={(event) => {
        advise(event)
        onInput?.(event)
      }}
    />
  )
}

type AdviceProps = { text: string; isGood?: boolean }

function Advice({ text, isGood = false }: AdviceProps) {
  if (!isGood) return text
  return (
    <span className="field-good">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 12.5l4.5 4.5L19 7.5" />
      </svg>
      {text}
    </span>
  )
}

function useAdvice(names: readonly string[]) {
  const [advice, setAdvice] = useState<AdviceProps | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The field may be gone when the pause is over.
  useEffect(() => () => clearTimeout(pause.current), [])

  function advise({ currentTarget: input }: FormEvent<HTMLInputElement>) {
    clearTimeout(pause.current)
    // The lists take a moment to load, so this starts with the first key.
    const lists = loadLists()
    pause.current = setTimeout(async () => {
      const password = input.value
      const found = await findAdvice(password, [...names, readUsername(input)], lists)
      if (input.value === password) setAdvice(found)
    }, pauseMs)
  }

  return { advice, advise }
}

const loadLists = () => import('../contract/password-strength.ts').catch(() => undefined)

/** Returns null if there is nothing to say, or if the word lists could not be loaded. The server checks again. */
async function findAdvice(
  password: string,
  names: string[],
  loading: ReturnType<typeof loadLists>,
): Promise<AdviceProps | null> {
  if (password === '') return null
  const missing = passwordLimits.min - password.length
  if (missing > 0) return { text: missing === 1 ? '1 more character.' : `${missing} more characters.` }
  const broken = findRuleBroken(password, names)
  if (broken) return { text: broken }
  const lists = await loading
  if (!lists) return null
  const weakness = lists.findWeakness(password, names)
  return weakness ? { text: weakness } : { text: 'That’s a strong password.', isGood: true }
}

/** The username in the same form, for forms that have a field for it */
function readUsername(input: HTMLInputElement): string {
  const field = input.form?.elements.namedItem('username')
  return field instanceof HTMLInputElement ? field.value : ''
}
