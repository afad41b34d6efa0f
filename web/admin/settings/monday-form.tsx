import {
  type TodaySettingsResponse,
  todaySettingsRead,
  todaySettingsUpdate,
} from '../../../contracts/today.ts'
import { CheckBox } from '../../ui/check-box.tsx'
import { Section } from '../../ui/section.tsx'
import { apiQuery } from '../api.ts'
import { useLoaded } from '../load-problem.tsx'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

const todaySettingsQuery = apiQuery(todaySettingsRead)

export function MondayForm() {
  const { data, notLoaded } = useLoaded(todaySettingsQuery, { failure: 'The setting couldn’t be loaded.' })
  return (
    <Section id="monday-email" title="Monday email" className="mail-section">
      {notLoaded}
      {data && <LoadedForm {...data} />}
    </Section>
  )
}

function LoadedForm(saved: TodaySettingsResponse) {
  const { notifyEmail } = saved
  const record = useSettingsForm({
    isKept: true,
    endpoint: todaySettingsUpdate,
    saved,
    valuesOf: ({ settings }) => settings,
    id: 'today',
    labels: { isMailed: 'Email what’s on Today each Monday at 7 AM' },
    read: (request) => ({ request }),
    queryKey: todaySettingsQuery.queryKey,
  })
  const { label, error: _, ...isMailed } = record.field('isMailed')
  return (
    <SettingsForm
      record={record}
      isShort
      button="Save Monday email"
      note={
        notifyEmail
          ? `It goes to ${notifyEmail}. If nothing needs attention, no email is sent that week.`
          : 'There is no one to send it to yet. Add an address under Organization, “Notification email”.'
      }
    >
      <CheckBox {...isMailed}>{label}</CheckBox>
    </SettingsForm>
  )
}
