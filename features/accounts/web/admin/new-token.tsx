import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { type ApiScope, apiScopes, isAtLeast, whoMay } from '../../../../core/contract/roles.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { SettingsForm, useSettingsForm } from '../../../../core/web/admin/settings/settings-form.tsx'
import { ShownOnce } from '../../../../core/web/admin/shown-once.tsx'
import { readForm } from '../../../../core/web/editing/record/read-form.ts'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { ErrorText, InputField, SelectField } from '../../../../core/web/ui/field.tsx'
import {
  maxTokenDays,
  scopeFacts,
  tokenCreate,
  tokenDays,
  tokenLimits,
  tokenRequest,
} from '../../contract/api-tokens.ts'

const noToken = { name: '', scopes: [] as ApiScope[], days: String(tokenLimits.defaultDays) }

/** The form for a new token. Its secret is shown once, in place of the form. */
export function NewToken({ listKey }: { listKey: QueryKey }) {
  const queries = useQueryClient()
  const [created, setCreated] = useState<{ name: string; secret: string }>()
  const record = useSettingsForm({
    endpoint: tokenCreate,
    saved: undefined,
    valuesOf: () => noToken,
    id: 'token',
    labels: { name: 'Name', scopes: 'What it may do', days: 'Works for' },
    read: (values) => readForm(tokenRequest, { ...values, days: Number(values.days) }),
    onSaved({ name, secret }) {
      setCreated({ name, secret })
      return queries.invalidateQueries({ queryKey: listKey })
    },
    success: 'Token made',
  })
  const { form, field } = record
  const maxDays = maxTokenDays(form.watch('scopes'))
  const { label, error, ...scopes } = field('scopes')

  /** Some scopes work only for a few days. */
  function shortenDays() {
    const { scopes, days } = form.getValues()
    if (Number(days) > maxTokenDays(scopes)) form.setValue('days', String(maxTokenDays(scopes)))
  }

  if (created)
    return <ShownOnce what="token" label="API token" {...created} onDone={() => setCreated(undefined)} />
  return (
    <SettingsForm
      record={record}
      note="Give each program its own token, and allow only what it needs."
      button="Make token"
      isShort
    >
      <InputField
        hint="What uses it, so that you know it later: “Import from the old site”."
        maxLength={tokenLimits.name}
        {...field('name')}
      />
      <fieldset
        className="field-group"
        id={scopes.id}
        tabIndex={-1}
        aria-describedby={error && 'scopes-error'}
      >
        <legend>{label}</legend>
        {apiScopes.map((scope) => (
          <ScopeBox key={scope} scope={scope} {...form.register('scopes', { onChange: shortenDays })} />
        ))}
        <ErrorText id="scopes-error">{error}</ErrorText>
      </fieldset>
      <SelectField {...field('days')}>
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
