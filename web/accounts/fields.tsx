import type { ComponentProps } from 'react'
import { passwordLimits, usernameLimits } from '../../contracts/session.ts'
import { Island } from '../island.tsx'
import { InputField } from '../ui/field.tsx'
import { PasswordField as RevealingField } from '../ui/password-field.tsx'

type UsernameFieldProps = { username: string; error?: string | undefined }

export function UsernameField({ username, error }: UsernameFieldProps) {
  return (
    <InputField
      label={labels.username}
      name="username"
      id="username"
      required
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={usernameLimits.max}
      defaultValue={username}
      error={error}
    />
  )
}

type PasswordFieldProps = { name: 'password' | 'current' | 'next'; error?: string | undefined }

/** Field for the current password, as opposed to a new one */
export function PasswordField({ name, error }: PasswordFieldProps) {
  return <PasswordIsland name={name} autoComplete="current-password" error={error} />
}

export function NewPasswordField({ name, hint = '', error }: PasswordFieldProps & { hint?: string }) {
  return (
    <PasswordIsland
      name={name}
      autoComplete="new-password"
      minLength={passwordLimits.min}
      maxLength={passwordLimits.max}
      hint={`At least ${passwordLimits.min} characters. ${hint}`.trim()}
      error={error}
    />
  )
}

type PasswordIslandProps = PasswordFieldProps &
  Omit<ComponentProps<typeof RevealingField>, 'label' | 'name' | 'id' | 'required'>

function PasswordIsland({ name, ...rest }: PasswordIslandProps) {
  const props = { label: labels[name], name, id: name, required: true, ...rest }
  return <Island of={RevealingField} name="PasswordField" props={props} when="idle" />
}

/** Visually hidden field that tells password managers which account the form's password belongs to */
export function KnownUsername({ username }: { username: string }) {
  return (
    <input
      type="text"
      className="sr-only"
      name="username"
      value={username}
      autoComplete="username"
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

const labels = {
  username: 'Username',
  password: 'Password',
  current: 'Current password',
  next: 'New password',
} as const

/** Lists the fields of a form with their errors for the error summary. */
export function listErrors(errors: { [Name in keyof typeof labels]?: string | undefined }) {
  return (Object.keys(labels) as (keyof typeof labels)[]).map((id) => ({
    id,
    label: labels[id],
    error: errors[id],
  }))
}
