import type { SiteLook } from './look/site-look.ts'

export const appIds = ['beezy', 'pricevue', 'ninety-day-plan', 'calmpath', 'adhd-assessment'] as const
export type AppId = (typeof appIds)[number]

/**
 * The organization that runs the site, and the URLs that the site's buttons open. The environment overrides
 * core/words/brand.ts, and the admin's settings override both.
 */
export type SiteSettings = {
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

/** The words and lists of the public site. Each feature adds the sections that it owns. */
// biome-ignore lint/suspicious/noEmptyInterface: other files add members to it
export interface SiteContent {}

export type SectionId = keyof SiteContent

/** Everything that the public pages show besides posts: the settings, what editors change in Site, and pages */
export type Site = SiteSettings & {
  content: SiteContent
  /** Undefined for the original look */
  look: SiteLook | undefined
  /** Names of the features that are switched off */
  off: string[]
  /** The office's own public pages, to which menus can link */
  ownPages: { id: number; slug: string; title: string }[]
}

/** The addresses in the settings that visitors can see */
export const linkKinds = ['contactEmail', 'bookingUrl', 'communityUrl', 'appUrls'] as const
export type LinkKind = (typeof linkKinds)[number]
