import { profileUpdate } from '../../../contracts/team.ts'
import { problemOf } from '../../api-failures.ts'
import { readForm } from '../../editing/record/read-form.ts'
import { InputField } from '../../ui/field.tsx'
import { setCurrentUser, useCurrentUser } from '../current-user.ts'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

/** The form for the user's own display name */
export function ProfileForm() {
  const user = useCurrentUser()
  const record = useSettingsForm({
    endpoint: profileUpdate,
    saved: { user },
    valuesOf: ({ user: { displayName } }) => ({ displayName }),
    id: 'profile',
    labels: { displayName: 'Display name' },
    read: (values) => readForm(profileUpdate.body, values),
    refuse(error) {
      const refusal = problemOf(error)
      return refusal?.code === 'not-accepted' ? { mistakes: { displayName: refusal.detail } } : undefined
    },
    onSaved: ({ user: changed }) => setCurrentUser(changed),
    success: 'Name saved',
  })
  return (
    <SettingsForm
      record={record}
      note="Your colleagues see this name in the history of posts and notes, and your new posts start with it."
      button="Save name"
    >
      <InputField
        hint="Leave blank to use your username."
        dir="auto"
        autoComplete="name"
        {...record.field('displayName')}
      />
    </SettingsForm>
  )
}
