import * as z from 'zod/mini'
import { optionalEmail } from './email.ts'
import { shortText, tooLong } from './form-fields.ts'
import { settingsForm, withVersion } from './settings-version.ts'
import { appIds } from './site.ts'
import { completeWebAddress, isWebAddress, webAddressLength } from './web-address.ts'

const webAddress = z.string().check(
  z.trim(),
  z.overwrite(completeWebAddress),
  z.maxLength(webAddressLength, tooLong(webAddressLength)),
  z.refine<string>((text) => text === '' || isWebAddress(text), {
    error: 'Enter a full web address, like https://example.org.',
  }),
)

/** Settings of the organization. An empty text means "use the default" from core/words/brand.ts or the environment. */
export const organizationRequest = z.strictObject({
  name: shortText(200),
  contactEmail: optionalEmail(),
  postalAddress: shortText(1000),
  timeZone: shortText(100).check(
    z.refine<string>((zone) => zone === '' || isTimeZone(zone), {
      error: 'Choose a time zone from the list.',
    }),
  ),
  bookingUrl: webAddress,
  communityUrl: webAddress,
  appUrls: z.record(z.enum(appIds), webAddress),
  notifyEmail: optionalEmail(),
})
export type Organization = z.infer<typeof organizationRequest>

const organizationResponse = withVersion({
  /** British spelling, as in the URL, because existing clients depend on it */
  organisation: organizationRequest,
  /** The defaults that apply where a setting is empty */
  configured: organizationRequest,
})

export type OrganizationResponse = z.infer<typeof organizationResponse>

export const { read: organizationRead, update: organizationUpdate } = settingsForm(
  // British spelling, because existing clients depend on this URL
  '/api/settings/organisation',
  {
    read: 'Read what is set about the organization, and the defaults behind it',
    update: 'Set what the site says about the organization',
    description: 'An empty text means the default. Every page shows the change within a second.',
    values: organizationRequest.shape,
    response: organizationResponse,
  },
)

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
