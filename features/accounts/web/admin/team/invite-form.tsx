import { useQueryClient } from '@tanstack/react-query'
import type { Role } from '../../../../contracts/roles.ts'
import {
  type SentTeamInvite,
  teamInviteCreate,
  teamInviteDays,
  teamInviteRequest,
} from '../../../../contracts/team.ts'
import { AddressField } from '../../../address-field.tsx'
import { explainFailure, hasStatus } from '../../../api-failures.ts'
import { readForm } from '../../../editing/record/read-form.ts'
import { InputField } from '../../../ui/field.tsx'
import { SettingsForm, useSettingsForm } from '../settings-form.tsx'
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
