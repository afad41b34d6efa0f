import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type ApiScope,
  apiScopes,
  maxTokenDays,
  scopeFacts,
  tokenCreate,
  tokenDays,
  tokenLimits,
  tokenRequest,
} from '../../../contracts/api-tokens.ts'
import { isAtLeast, whoMay } from '../../../contracts/roles.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { InputField, SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCurrentUser } from '../current-user.ts'
import { useLeaveGuard } from '../use-leave-guard.ts'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

const noToken = { name: '', scopes: [] as ApiScope[], days: String(tokenLimits.defaultDays) }

/** The form for a new token. Its secret is shown once, in place of the form. */
export function NewToken({ listKey }: { listKey: QueryKey }) {
  const queries = useQueryClient()
  const [created, setCreated] = useState<{ name: string; secret: string }>()
  const form = useForm({ defaultValues: noToken })
  const { errors, isDirty } = form.formState
  const maxDays = maxTokenDays(form.watch('scopes'))
  const saving = useSettingsSave(tokenCreate, {
    isDirty,
    read() {
      const { name, scopes, days } = form.getValues()
      const checked = tokenRequest.safeParse({ name, scopes, days: Number(days) })
      form.clearErrors()
      if (checked.success) return { body: checked.data }
      for (const { path, message } of checked.error.issues) {
        const field = path[0] === 'scopes' || path[0] === 'days' ? path[0] : 'name'
        form.setError(field, { message })
      }
      return { message: 'Please fix the highlighted fields.' }
    },
    onSaved({ name, secret }) {
      setCreated({ name, secret })
      form.reset(noToken)
      return queries.invalidateQueries({ queryKey: listKey })
    },
    success: 'Token made',
  })

  /** Some scopes work only for a few days. */
  function shortenDays() {
    const { scopes, days } = form.getValues()
    if (Number(days) > maxTokenDays(scopes)) form.setValue('days', String(maxTokenDays(scopes)))
  }

  if (created) return <Secret {...created} onDone={() => setCreated(undefined)} />
  return (
    <SettingsForm
      saving={saving}
      note="Give each program its own token, and allow only what it needs."
      button="Make token"
      isShort
    >
      <InputField
        label="Name"
        hint="What uses it, so that you know it later: “Import from the old site”."
        maxLength={tokenLimits.name}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <fieldset className="field-group" aria-describedby={errors.scopes && 'scopes-error'}>
        <legend>What it may do</legend>
        {apiScopes.map((scope) => (
          <ScopeBox key={scope} scope={scope} {...form.register('scopes', { onChange: shortenDays })} />
        ))}
        {errors.scopes && (
          <p className="field-error" id="scopes-error">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <SelectField label="Works for" error={errors.days?.message} {...form.register('days')}>
        {tokenDays.map((days) => (
          <option key={days} value={days} disabled={days > maxDays}>
            {days === 365 ? 'A year' : `${days} days`}
          </option>
        ))}
      </SelectField>
    </SettingsForm>
  )
}

function ScopeBox({ scope, ...checkbox }: { scope: ApiScope } & ComponentProps<'input'>) {
  const { role } = useCurrentUser()
  const facts = scopeFacts[scope]
  const mayNot = !isAtLeast(role, facts.role)
  return (
    <div className="scope">
      <CheckBox {...checkbox} value={scope} aria-describedby={`scope-${scope}`} disabled={mayNot}>
        {facts.label} <code>{scope}</code>
      </CheckBox>
      <p className="field-hint" id={`scope-${scope}`}>
        {mayNot ? whoMay[facts.role] : facts.hint}
      </p>
    </div>
  )
}

function Secret({ name, secret, onDone }: { name: string; secret: string; onDone: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  useLeaveGuard(!isCopied, async () => confirm('You won’t see this token again. Leave without copying it?'))
  return (
    <div className="new-token">
      <Notice tone="success">Copy the token “{name}” now. It’s shown only this once.</Notice>
      <InputField
        label="API token"
        // The button that the user clicked is gone, and copying comes next.
        autoFocus
        readOnly
        value={secret}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="new-token-buttons">
        <CopyButton label="Copy token" text={() => secret} onCopied={() => setIsCopied(true)} />
        <Button onClick={onDone}>Done</Button>
      </p>
    </div>
  )
}
