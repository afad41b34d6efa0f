import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  type TodaySettings,
  type TodaySettingsResponse,
  todaySettingsRead,
  todaySettingsUpdate,
} from '../../../contracts/today.ts'
import { CheckBox } from '../../ui/check-box.tsx'
import { apiQuery } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

const todaySettingsQuery = apiQuery(todaySettingsRead)

/** The switch for the Monday email */
export function MondayForm() {
  const { data, error, refetch } = useQuery(todaySettingsQuery)
  return (
    <section className="mail-section" aria-labelledby="monday-email">
      <h2 id="monday-email">Monday email</h2>
      {error && <LoadProblem what="The setting couldn’t be loaded." error={error} onRetry={refetch} />}
      {data && <LoadedForm {...data} />}
    </section>
  )
}

function LoadedForm({ settings, notifyEmail }: TodaySettingsResponse) {
  const form = useForm<TodaySettings>({ defaultValues: settings })
  const saving = useSettingsSave(todaySettingsUpdate, {
    isDirty: form.formState.isDirty,
    read: () => ({ body: form.getValues() }),
    queryKey: todaySettingsQuery.queryKey,
    onSaved: (response) => form.reset(response.settings),
  })
  return (
    <SettingsForm
      saving={saving}
      isShort
      button="Save Monday email"
      note={
        notifyEmail
          ? `It goes to ${notifyEmail}. If nothing needs attention, no email is sent that week.`
          : 'There is no one to send it to yet. Add an address under Organization, “Notification email”.'
      }
    >
      <CheckBox {...form.register('isMailed')}>Email what’s on Today each Monday at 7 AM</CheckBox>
    </SettingsForm>
  )
}
