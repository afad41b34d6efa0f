import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Role } from '../../../../contracts/roles.ts'
import {
  type SentTeamInvite,
  teamInviteCreate,
  teamInviteDays,
  teamInviteRequest,
} from '../../../../contracts/team.ts'
import { AddressField } from '../../../address-field.tsx'
import { explainFailure, hasStatus } from '../../../api-failures.ts'
import { InputField } from '../../../ui/field.tsx'
import { SettingsForm, useSettingsSave } from '../settings-form.tsx'
import { RoleChoice } from './role-choice.tsx'
import { teamQuery } from './team-query.ts'

const noOne = { email: '', displayName: '' }
const firstRole: Role = 'helper'
const fixFields = 'Please fix the highlighted fields.'

export function InviteForm({ onSent }: { onSent: (sent: SentTeamInvite) => void }) {
  const queries = useQueryClient()
  const form = useForm({ defaultValues: noOne })
  const [role, setRole] = useState<Role>(firstRole)
  const { errors, isDirty } = form.formState
  const saving = useSettingsSave(teamInviteCreate, {
    isDirty,
    read() {
      form.clearErrors()
      const checked = teamInviteRequest.safeParse({ ...form.getValues(), role })
      if (checked.success) return { body: checked.data }
      for (const { path, message } of checked.error.issues)
        form.setError(path[0] === 'email' ? 'email' : 'displayName', { message })
      return { message: fixFields }
    },
    onRefused(error) {
      if (!hasStatus(error, 409)) return
      form.setError('email', { message: explainFailure(error) })
      return { message: fixFields }
    },
    onSaved(sent) {
      form.reset(noOne)
      setRole(firstRole)
      onSent(sent)
      return queries.invalidateQueries(teamQuery)
    },
    success: 'Invitation ready',
  })
  return (
    <SettingsForm
      saving={saving}
      note={`They get a link that works once, for ${teamInviteDays} days, and choose their own username and password.`}
      button="Invite"
      isShort
    >
      <InputField
        label="Name"
        dir="auto"
        autoComplete="off"
        error={errors.displayName?.message}
        {...form.register('displayName')}
      />
      <AddressField
        label="Email"
        autoComplete="off"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <RoleChoice value={role} onChange={setRole} />
    </SettingsForm>
  )
}
