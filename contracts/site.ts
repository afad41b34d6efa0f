export const appIds = ['beezy', 'pricevue', 'ninety-day-plan', 'calmpath', 'adhd-assessment'] as const
export type AppId = (typeof appIds)[number]

/**
 * The organization that runs the site, and the URLs that the site's buttons open. The environment overrides
 * content/brand.ts, and the admin's settings override both.
 */
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
