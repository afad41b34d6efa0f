import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from './email.ts'
import { appIds } from './site.ts'
import { completeWebAddress, isWebAddress, webAddressLength } from './web-address.ts'

const webAddress = z.string().check(
  z.trim(),
  z.overwrite(completeWebAddress),
  z.maxLength(webAddressLength),
  z.refine<string>((text) => text === '' || isWebAddress(text), {
    error: 'Enter a full web address, like https://example.org.',
  }),
)
const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const email = text(254).check(
  z.refine<string>((address) => address === '' || isEmailAddress(address), {
    error: invalidEmail,
  }),
)

/**
 * `PUT /api/settings/organisation`: what the admin sets in place of the configuration. An empty text means
 * "use the default". `GET` answers with the same shape and, under `configured`, with the defaults.
 */
export const organizationRequest = z.strictObject({
  name: text(200),
  contactEmail: email,
  postalAddress: text(1000),
  timeZone: text(100).check(
    z.refine<string>((zone) => zone === '' || isTimeZone(zone), {
      error: 'Choose a time zone from the list.',
    }),
  ),
  bookingUrl: webAddress,
  communityUrl: webAddress,
  appUrls: z.record(z.enum(appIds), webAddress),
  notifyEmail: email,
})
export type Organization = z.infer<typeof organizationRequest>

export const organizationResponse = z.object({
  /** Spelled as in the address, which clients know. */
  organisation: organizationRequest,
  configured: organizationRequest,
})

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
