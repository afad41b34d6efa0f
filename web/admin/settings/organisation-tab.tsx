import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { apps } from '../../../content/apps.ts'
import { type Organisation, organisationAnswer, organisationCall } from '../../../contracts/organisation.ts'
import { paths } from '../../../contracts/paths.ts'
import { callApi } from '../../api.ts'
import { InputField, TextField } from '../../ui/field.tsx'
import { LoadProblem } from '../load-problem.tsx'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

const key = [paths.api.organisation]

export function OrganisationTab() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => z.parse(organisationAnswer, await callApi('GET', paths.api.organisation)),
  })
  if (error) return <LoadProblem what="The settings could not be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading settings...</p>
  return <OrganisationForm organisation={data.organisation} configured={data.configured} />
}

function OrganisationForm(given: { organisation: Organisation; configured: Organisation }) {
  const { organisation, configured } = given
  const queries = useQueryClient()
  const form = useForm<Organisation>({ defaultValues: organisation })
  const { errors } = form.formState
  const saving = useSettingsSave(form.formState.isDirty, async () => {
    const values = form.getValues()
    const checked = z.safeParse(organisationCall, values)
    if (!checked.success) {
      form.clearErrors()
      for (const { path, message } of checked.error.issues)
        form.setError(path.join('.') as keyof Organisation, { message }, { shouldFocus: true })
      return 'Please mend the marked fields.'
    }
    await callApi('PUT', paths.api.organisation, checked.data)
    form.clearErrors()
    form.reset(checked.data)
    await queries.invalidateQueries({ queryKey: key })
    return undefined
  })
  return (
    <SettingsForm saving={saving} words="Left empty, a field is as the site was configured, shown in grey.">
      <InputField
        label="Name"
        placeholder={configured.name}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <div className="form-row">
        <InputField
          label="Contact email"
          type="email"
          placeholder={configured.contactEmail}
          error={errors.contactEmail?.message}
          {...form.register('contactEmail')}
        />
        <InputField
          label="Notify this email"
          type="email"
          hint="Gets a message when somebody writes to you."
          placeholder={configured.notifyEmail}
          error={errors.notifyEmail?.message}
          {...form.register('notifyEmail')}
        />
      </div>
      <TextField
        label="Postal address"
        hint="Newsletters must show one."
        placeholder={configured.postalAddress}
        error={errors.postalAddress?.message}
        {...form.register('postalAddress')}
      />
      <div className="field">
        <label htmlFor="time-zone">Time zone</label>
        <select id="time-zone" className="field-control" {...form.register('timeZone')}>
          <option value="">As configured: {configured.timeZone}</option>
          {timeZones(organisation.timeZone).map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      </div>
      <InputField
        label="Booking page"
        type="url"
        placeholder={configured.bookingUrl}
        error={errors.bookingUrl?.message}
        {...form.register('bookingUrl')}
      />
      <InputField
        label="Community page"
        type="url"
        placeholder={configured.communityUrl}
        error={errors.communityUrl?.message}
        {...form.register('communityUrl')}
      />
      <fieldset className="field-group">
        <legend>Apps</legend>
        {apps.map(({ id, name }) => (
          <InputField
            key={id}
            label={name}
            type="url"
            placeholder={configured.appUrls[id]}
            error={errors.appUrls?.[id]?.message}
            {...form.register(`appUrls.${id}`)}
          />
        ))}
      </fieldset>
    </SettingsForm>
  )
}

function timeZones(chosen: string): string[] {
  const zones = Intl.supportedValuesOf('timeZone')
  return chosen === '' || zones.includes(chosen) ? zones : [chosen, ...zones]
}
