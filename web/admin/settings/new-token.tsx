import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import { CheckBox } from '../../ui/check-box.tsx'
import { InputField, SelectField } from '../../ui/field.tsx'
import { useCurrentUser } from '../current-user.ts'
import { ShownOnce } from '../shown-once.tsx'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

const noToken = { name: '', scopes: [] as ApiScope[], days: String(tokenLimits.defaultDays) }

/** The form for a new token. Its secret is shown once, in place of the form. */
export function NewToken({ listKey }: { listKey: QueryKey }) {
  const queries = useQueryClient()
  const { role } = useCurrentUser()
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

  if (created)
    return <ShownOnce what="token" label="API token" {...created} onDone={() => setCreated(undefined)} />
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
        {apiScopes.map((scope) => {
          const facts = scopeFacts[scope]
          const mayNot = !isAtLeast(role, facts.role)
          return (
            <div key={scope} className="scope">
              <CheckBox
                value={scope}
                aria-describedby={`scope-${scope}`}
                {...form.register('scopes', { onChange: shortenDays })}
                disabled={mayNot}
              >
                {facts.label} <code>{scope}</code>
              </CheckBox>
              <p className="field-hint" id={`scope-${scope}`}>
                {mayNot ? whoMay[facts.role] : facts.hint}
              </p>
            </div>
          )
        })}
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
