import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FieldPath, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { apps } from '../../../content/apps.ts'
import { formatTimeZone, setTimeZone } from '../../../contracts/format-date.ts'
import {
  type Organization,
  organizationRead,
  organizationRequest,
  organizationUpdate,
} from '../../../contracts/organization.ts'
import { paths } from '../../../contracts/paths.ts'
import { type AppId, appIds } from '../../../contracts/site.ts'
import { sectionRead } from '../../../contracts/site-content/section-api.ts'
import type { SiteContent } from '../../../contracts/site-content/sections.ts'
import { AddressField } from '../../address-field.tsx'
import { InputField, SelectField, TextField } from '../../ui/field.tsx'
import { apiQuery } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { ScreenLink } from '../screen-link.tsx'
import { siteNameKey } from '../site-name.ts'
import { ZoneOptions } from '../zone-options.tsx'
import { SettingsForm, useSettingsSave } from './settings-form.tsx'

const organizationQuery = apiQuery(organizationRead)

export function OrganizationTab() {
  const { data, error, refetch } = useQuery(organizationQuery)
  if (error) return <LoadProblem what="The settings couldn’t be loaded." error={error} onRetry={refetch} />
  if (!data) return <p>Loading settings...</p>
  return <OrganizationForm organization={data.organisation} configured={data.configured} />
}

/** Names and labels of the fields, in display order */
const labels: [FieldPath<Organization>, string][] = [
  ['name', 'Name'],
  ['contactEmail', 'Contact email'],
  ['notifyEmail', 'Notification email'],
  ['postalAddress', 'Postal address'],
  ['timeZone', 'Time zone'],
  ['bookingUrl', 'Booking link'],
  ['communityUrl', 'Community link'],
  ...apps.list.map(({ id, name }): [FieldPath<Organization>, string] => [`appUrls.${id}`, name]),
]
const labelOf = new Map(labels)
const idOf = (name: string) => `organization-${name.replace('.', '-')}`

type OrganizationFormProps = {
  organization: Organization
  /** Defaults from the server's configuration. */
  configured: Organization
}

function OrganizationForm({ organization, configured }: OrganizationFormProps) {
  const form = useForm<Organization>({ defaultValues: organization })
  const queries = useQueryClient()
  const shownApps = useShownApps()
  const saving = useSettingsSave(organizationUpdate, {
    isDirty: form.formState.isDirty,
    read() {
      const checked = z.safeParse(organizationRequest, form.getValues())
      form.clearErrors()
      if (checked.success) return { body: checked.data }
      const messages = new Map(checked.error.issues.map(({ path, message }) => [path.join('.'), message]))
      const fields = labels.map(([name, label]) => ({ id: idOf(name), label, error: messages.get(name) }))
      for (const [name] of labels) {
        const message = messages.get(name)
        if (message) form.setError(name, { message })
      }
      return { message: 'Please fix the highlighted fields.', fields }
    },
    queryKey: organizationQuery.queryKey,
    onSaved({ organisation, configured }) {
      form.reset(organisation)
      queries.setQueryData(siteNameKey, organisation.name || configured.name)
      setTimeZone(organisation.timeZone || configured.timeZone)
    },
  })

  const field = (name: FieldPath<Organization>, placeholder: string) => ({
    id: idOf(name),
    label: labelOf.get(name) ?? name,
    placeholder,
    error: form.getFieldState(name, form.formState).error?.message,
    ...form.register(name),
  })
  return (
    <SettingsForm saving={saving} note="Leave a field blank to use the default shown in gray.">
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
      <SelectField label="Time zone" id={idOf('timeZone')} {...form.register('timeZone')}>
        <option value="">{formatTimeZone(configured.timeZone)} (default)</option>
        <ZoneOptions chosen={organization.timeZone} />
      </SelectField>
      <fieldset className="field-group">
        <legend>Links</legend>
        <InputField {...field('bookingUrl', configured.bookingUrl)} type="url" />
        <InputField
          {...field('communityUrl', configured.communityUrl)}
          type="url"
          hint="No community? Hide its section under Site > Order of sections, and clear the button of Figures."
        />
      </fieldset>
      {shownApps.length > 0 && (
        <fieldset className="field-group">
          <legend>App links</legend>
          <p className="field-hint">
            Where each app’s button goes. Replace or remove apps that aren’t yours under{' '}
            <ScreenLink href={paths.adminSiteSection('apps')}>Site &gt; Apps</ScreenLink>.
          </p>
          {shownApps.map(({ id, name }) => (
            <InputField
              key={id}
              {...field(`appUrls.${id}`, configured.appUrls[id])}
              label={name}
              type="url"
            />
          ))}
        </fieldset>
      )}
    </SettingsForm>
  )
}

/** The original apps that are on the site without an address of their own in the section Apps */
function useShownApps(): { id: AppId; name: string }[] {
  const { data } = useQuery(apiQuery(sectionRead, { params: { section: 'apps' } }))
  // The cast is safe: the server completes each value to the fields of the section.
  const { list } = (data?.published ?? apps) as SiteContent['apps']
  return list.flatMap(({ name, url, ...app }) => {
    const id = appIds.find((original) => original === app.id)
    return id && url === '' ? { id, name } : []
  })
}
