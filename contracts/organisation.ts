import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from './email.ts'
import { appIds } from './site.ts'
import { isWebAddress, webAddressLength } from './web-address.ts'

const webAddress = z.string().check(
  z.trim(),
  z.maxLength(webAddressLength),
  z.refine<string>((text) => text === '' || isWebAddress(text), {
    error: 'Please enter a whole web address, like https://example.org.',
  }),
)
const text = (longest: number) => z.string().check(z.trim(), z.maxLength(longest))
const email = text(254).check(
  z.refine<string>((address) => address === '' || isEmailAddress(address), {
    error: invalidEmail,
  }),
)

/**
 * `PUT /api/settings/organisation`: what the admin sets in place of the configuration. An empty text means
 * "as configured". `GET` answers with the same shape and, under `configured`, with what stands behind it.
 */
export const organisationCall = z.strictObject({
  name: text(200),
  contactEmail: email,
  postalAddress: text(1000),
  timeZone: text(100).check(
    z.refine<string>((zone) => zone === '' || isTimeZone(zone), {
      error: 'Please choose a time zone from the list.',
    }),
  ),
  bookingUrl: webAddress,
  communityUrl: webAddress,
  appUrls: z.record(z.enum(appIds), webAddress),
  notifyEmail: email,
})
export type Organisation = z.infer<typeof organisationCall>

export const organisationAnswer = z.object({
  organisation: organisationCall,
  configured: organisationCall,
})

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
