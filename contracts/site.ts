export const appIds = ['beezy', 'pricevue', 'ninety-day-plan', 'calmpath', 'adhd-assessment'] as const
export type AppId = (typeof appIds)[number]

/** Who runs this site and where its buttons lead: content/brand.ts, then environment, then settings. */
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
