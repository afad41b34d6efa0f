import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { apps } from '../../../content/apps.ts'
import { formatTimeZone } from '../../../contracts/format-date.ts'
import {
  type Organization,
  organizationRequest,
  organizationResponse,
} from '../../../contracts/organization.ts'
import { paths } from '../../../contracts/paths.ts'
import { AddressField } from '../../address-field.tsx'
import { callApi } from '../../api.ts'
import { InputField, TextField } from '../../ui/field.tsx'
import { LoadProblem } from '../load-problem.tsx'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

const key = [paths.api.organization]

export function OrganizationTab() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => z.parse(organizationResponse, await callApi('GET', paths.api.organization)),
  })
  if (error) return <LoadProblem what="The settings couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading settings...</p>
  return <OrganizationForm organization={data.organisation} configured={data.configured} />
}

/** The fields in their order on the page, by their names in the form. */
const labels: [FieldPath<Organization>, string][] = [
  ['name', 'Name'],
  ['contactEmail', 'Contact email'],
  ['notifyEmail', 'Notification email'],
  ['postalAddress', 'Postal address'],
  ['timeZone', 'Time zone'],
  ['bookingUrl', 'Booking link'],
  ['communityUrl', 'Community link'],
  ...apps.map(({ id, name }): [FieldPath<Organization>, string] => [`appUrls.${id}`, name]),
]
const labelOf = new Map(labels)
const idOf = (name: string) => `organization-${name.replace('.', '-')}`

function OrganizationForm(given: { organization: Organization; configured: Organization }) {
  const { organization, configured } = given
  const queries = useQueryClient()
  const form = useForm<Organization>({ defaultValues: organization })
  const saving = useSettingsSave(form.formState.isDirty, async () => {
    const checked = z.safeParse(organizationRequest, form.getValues())
    form.clearErrors()
    if (!checked.success) {
      const messages = new Map(checked.error.issues.map(({ path, message }) => [path.join('.'), message]))
      for (const [name, message] of messages) form.setError(name as FieldPath<Organization>, { message })
      return {
        message: 'Please fix the highlighted fields.',
        fields: labels.map(([name, label]) => ({ id: idOf(name), label, error: messages.get(name) })),
      }
    }
    await callApi('PUT', paths.api.organization, checked.data)
    form.reset(checked.data)
    await queries.invalidateQueries({ queryKey: key })
    return undefined
  })

  const field = (name: FieldPath<Organization>, placeholder: string) => ({
    id: idOf(name),
    label: labelOf.get(name) ?? name,
    placeholder,
    error: form.getFieldState(name, form.formState).error?.message,
    ...form.register(name),
  })
  return (
    <SettingsForm saving={saving} words="Leave a field blank to use the default shown in gray.">
      <InputField {...field('name', configured.name)} />
      <div className="form-row">
        <AddressField {...field('contactEmail', configured.contactEmail)} pointsOutNoDot />
        <AddressField
          {...field('notifyEmail', configured.notifyEmail)}
          pointsOutNoDot
          hint="We’ll email this address when someone contacts you."
        />
      </div>
      <TextField
        {...field('postalAddress', configured.postalAddress)}
        hint="Add this before you send a newsletter: the law requires it."
      />
      <div className="field">
        <label htmlFor={idOf('timeZone')}>Time zone</label>
        <select id={idOf('timeZone')} className="field-control" {...form.register('timeZone')}>
          <TimeZones chosen={organization.timeZone} configured={configured.timeZone} />
        </select>
      </div>
      <fieldset className="field-group">
        <legend>Links</legend>
        <InputField {...field('bookingUrl', configured.bookingUrl)} type="url" />
        <InputField {...field('communityUrl', configured.communityUrl)} type="url" />
      </fieldset>
      <fieldset className="field-group">
        <legend>App links</legend>
        <p className="field-hint">Where each app’s button goes.</p>
        {apps.map(({ id }) => (
          <InputField key={id} {...field(`appUrls.${id}`, configured.appUrls[id])} type="url" />
        ))}
      </fieldset>
    </SettingsForm>
  )
}

function TimeZones({ chosen, configured }: { chosen: string; configured: string }) {
  // Naming a few hundred zones takes a moment, so it happens once.
  const [zones] = useState(() => {
    const known = Intl.supportedValuesOf('timeZone')
    const all = chosen === '' || known.includes(chosen) ? known : [chosen, ...known]
    return all.map((zone) => [zone, nameZone(zone)] as const)
  })
  return (
    <>
      <option value="">{formatTimeZone(configured)} (default)</option>
      {zones.map(([zone, name]) => (
        <option key={zone} value={zone}>
          {name}
        </option>
      ))}
    </>
  )
}

/** "America/New York (Eastern Time)": lists are searched by the beginning, and zones are known by their cities. */
function nameZone(zone: string): string {
  const city = zone.replaceAll('_', ' ')
  const name = formatTimeZone(zone)
  return name === city ? city : `${city} (${name})`
}
