import { useForm } from 'react-hook-form'
import { displayName } from '../../../contracts/session.ts'
import { profileUpdate } from '../../../contracts/team.ts'
import { problemOf } from '../../api-failures.ts'
import { InputField } from '../../ui/field.tsx'
import { setCurrentUser, useCurrentUser } from '../current-user.ts'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

/** The form for the user's own display name */
export function ProfileForm() {
  const user = useCurrentUser()
  const form = useForm({ defaultValues: { displayName: user.displayName } })
  const { errors, isDirty } = form.formState
  const saving = useSettingsSave(profileUpdate, {
    isDirty,
    read() {
      form.clearErrors()
      const checked = displayName.safeParse(form.getValues('displayName'))
      if (checked.success) return { body: { displayName: checked.data } }
      form.setError('displayName', { message: checked.error.issues[0]?.message ?? '' })
      return { message: 'Please fix the highlighted fields.' }
    },
    onRefused(error) {
      const refusal = problemOf(error)
      if (refusal?.code !== 'not-accepted') return undefined
      form.setError('displayName', { message: refusal.detail })
      return { message: 'Please fix the highlighted fields.' }
    },
    onSaved({ user: changed }) {
      setCurrentUser(changed)
      form.reset({ displayName: changed.displayName })
    },
    success: 'Name saved',
  })
  return (
    <SettingsForm
      saving={saving}
      note="Your colleagues see this name in the history of posts and notes, and your new posts start with it."
      button="Save name"
    >
      <InputField
        label="Display name"
        hint="Leave blank to use your username."
        dir="auto"
        autoComplete="name"
        error={errors.displayName?.message}
        {...form.register('displayName')}
      />
    </SettingsForm>
  )
}
