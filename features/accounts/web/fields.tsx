import type { ComponentProps } from 'react'
import { displayNameLength, usernameLimits } from '../../../core/contract/session.ts'
import { Island } from '../../../core/web/island.tsx'
import { InputField } from '../../../core/web/ui/field.tsx'
import { PasswordField as RevealingField } from '../../../core/web/ui/password-field.tsx'
import { NewPasswordField as AdvisingField, type NewPasswordFieldProps } from './new-password-field.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'

type UsernameFieldProps = {
  username: string
  error?: string | undefined
  hint?: string
  /** True to let browsers offer passkeys among the suggestions of the field */
  hasPasskeys?: boolean
}

export function UsernameField({ username, error, hint, hasPasskeys = false }: UsernameFieldProps) {
  return (
    <InputField
      label={labels.username}
      name="username"
      id="username"
      required
      autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={usernameLimits.max}
      defaultValue={username}
      hint={hint}
      error={error}
    />
  )
}

type OwnFieldProps = { error?: string | undefined; hint?: string }

/** Field for the name that colleagues and clients see */
export function NameField({ name, ...rest }: OwnFieldProps & { name: string | undefined }) {
  const props = { label: labels.name, name: 'name', id: 'name', autoComplete: 'name', required: true }
  return <InputField {...props} dir="auto" maxLength={displayNameLength} defaultValue={name} {...rest} />
}

export function EmailField({ email, ...rest }: OwnFieldProps & { email?: string | undefined }) {
  const props = { label: labels.email, name: 'email', id: 'email', autoComplete: 'email', required: true }
  return <InputField {...props} type="email" defaultValue={email} {...rest} />
}

type PasswordFieldProps = { name: 'password' | 'current' | 'next'; error?: string | undefined }

/** Field for the current password, as opposed to a new one */
export function PasswordField({ name, error }: PasswordFieldProps) {
  const props = {
    label: labels[name],
    name,
    id: name,
    required: true,
    autoComplete: 'current-password',
    error,
  }
  return <Island of={RevealingField} name="PasswordField" props={props} when="idle" />
}

type NewFieldProps = PasswordFieldProps & Pick<NewPasswordFieldProps, 'names' | 'hint'>

export function NewPasswordField({ name, names, hint, error }: NewFieldProps) {
  const props = { label: labels[name], name, id: name, required: true, names, hint, error }
  return <Island of={AdvisingField} name="NewPasswordField" props={props} when="idle" />
}

/** Sign-in with a passkey, above the form that asks for something else */
export const PasskeyPlace = (props: ComponentProps<typeof PasskeySignIn>) => (
  <Island of={PasskeySignIn} name="PasskeySignIn" props={props} when="idle" className="passkey-place" />
)

export const labels = {
  name: 'Your name',
  email: 'Your email',
  organization: 'Name of your organization',
  username: 'Username',
  password: 'Password',
  current: 'Current password',
  next: 'New password',
} as const

export function listErrors(errors: { [Name in keyof typeof labels]?: string | undefined }) {
  return (Object.keys(labels) as (keyof typeof labels)[]).map((id) => ({
    id,
    label: labels[id],
    error: errors[id],
  }))
}
