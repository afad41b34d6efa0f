import { useQueryClient } from '@tanstack/react-query'
import type { Role } from '../../../../../core/contract/roles.ts'
import { AddressField } from '../../../../../core/web/address-field.tsx'
import { SettingsForm, useSettingsForm } from '../../../../../core/web/admin/settings/settings-form.tsx'
import { explainFailure, hasStatus } from '../../../../../core/web/api-failures.ts'
import { readForm } from '../../../../../core/web/editing/record/read-form.ts'
import { InputField } from '../../../../../core/web/ui/field.tsx'
import {
  type SentTeamInvite,
  teamInviteCreate,
  teamInviteDays,
  teamInviteRequest,
} from '../../../contract/team.ts'
import { RoleChoice } from './role-choice.tsx'
import { teamQuery } from './team-query.ts'

const noOne: { email: string; displayName: string; role: Role } = {
  email: '',
  displayName: '',
  role: 'helper',
}

export function InviteForm({ onSent }: { onSent: (sent: SentTeamInvite) => void }) {
  const queries = useQueryClient()
  const record = useSettingsForm({
    endpoint: teamInviteCreate,
    saved: undefined,
    valuesOf: () => noOne,
    id: 'invite',
    labels: { displayName: 'Name', email: 'Email' },
    read: (values) => readForm(teamInviteRequest, values),
    refuse: (error) => (hasStatus(error, 409) ? { mistakes: { email: explainFailure(error) } } : undefined),
    onSaved(sent) {
      onSent(sent)
      return queries.invalidateQueries(teamQuery)
    },
    success: 'Invitation ready',
  })
  const { form, field } = record
  return (
    <SettingsForm
      record={record}
      note={`They get a link that works once, for ${teamInviteDays} days, and choose their own username and password.`}
      button="Invite"
      isShort
    >
      <InputField dir="auto" autoComplete="off" {...field('displayName')} />
      <AddressField autoComplete="off" {...field('email')} />
      <RoleChoice value={form.watch('role')} onChange={(role) => form.setValue('role', role)} />
    </SettingsForm>
  )
}
