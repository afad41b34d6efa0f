import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FieldPath } from 'react-hook-form'
import { formatTimeZone, setTimeZone } from '../../../../core/contract/format-date.ts'
import {
  type Organization,
  type OrganizationResponse,
  organizationRead,
  organizationRequest,
  organizationUpdate,
} from '../../../../core/contract/organization.ts'
import { paths } from '../../../../core/contract/paths.ts'
import type { SiteContent } from '../../../../core/contract/site.ts'
import { type AppId, appIds } from '../../../../core/contract/site.ts'
import { AddressField } from '../../../../core/web/address-field.tsx'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { SettingsForm, useSettingsForm } from '../../../../core/web/admin/settings/settings-form.tsx'
import { siteNameKey } from '../../../../core/web/admin/site-name.ts'
import { ZoneOptions } from '../../../../core/web/admin/zone-options.tsx'
import { readForm } from '../../../../core/web/editing/record/read-form.ts'
import { InputField, SelectField, TextField } from '../../../../core/web/ui/field.tsx'
import { sectionRead } from '../../../../features/site/contract/site-content/section-api.ts'
import { apps } from '../../../../features/site/words/apps.ts'

const organizationQuery = apiQuery(organizationRead)

export function OrganizationTab() {
  const { data, notLoaded } = useLoaded(organizationQuery, 'settings')
  if (notLoaded || !data) return notLoaded
  return <OrganizationForm saved={data} />
}

const appLabels = Object.fromEntries(apps.list.map(({ id, name }) => [`appUrls.${id}`, name]))

function OrganizationForm({ saved }: { saved: OrganizationResponse }) {
  const { configured } = saved
  const queries = useQueryClient()
  const shownApps = useShownApps()
  const record = useSettingsForm({
    isKept: true,
    endpoint: organizationUpdate,
    saved,
    valuesOf: ({ organisation }) => organisation,
    id: 'organization',
    labels: {
      name: 'Name',
      contactEmail: 'Contact email',
      notifyEmail: 'Notification email',
      postalAddress: 'Postal address',
      timeZone: 'Time zone',
      bookingUrl: 'Booking link',
      communityUrl: 'Community link',
      ...appLabels,
    },
    read: (values) => readForm(organizationRequest, values),
    queryKey: organizationQuery.queryKey,
    onSaved({ organisation, configured }) {
      queries.setQueryData(siteNameKey, organisation.name || configured.name)
      setTimeZone(organisation.timeZone || configured.timeZone)
    },
  })
  const field = (name: FieldPath<Organization>, placeholder: string) => ({
    placeholder,
    ...record.field(name),
  })
  return (
    <SettingsForm record={record} note="Leave a field blank to use the default shown in gray.">
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
      <SelectField {...record.field('timeZone')}>
        <option value="">{formatTimeZone(configured.timeZone)} (default)</option>
        <ZoneOptions chosen={record.edit.state.saved.organisation.timeZone} />
      </SelectField>
      <fieldset className="field-group">
        <legend>Links</legend>
        <InputField {...field('bookingUrl', configured.bookingUrl)} type="url" />
        <InputField
          {...field('communityUrl', configured.communityUrl)}
          type="url"
          hint="No community? Switch it off under Settings > Features."
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
