export const appIds = ['beezy', 'pricevue', 'ninety-day-plan', 'calmpath', 'adhd-assessment'] as const
export type AppId = (typeof appIds)[number]

/** The site's owner and the targets of its buttons: from content/brand.ts, the environment, or the settings, the later one winning. */
export type Site = {
  name: string
  /** Without a trailing slash, for example `https://everyday.example`. */
  publicUrl: string
  bookingUrl: string
  communityUrl: string
  appUrls: Record<AppId, string>
  contactEmail: string
  postalAddress: string
  timeZone: string
}
