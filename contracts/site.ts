import type { SiteLook } from './look/site-look.ts'
import type { App, SiteContent } from './site-content/sections.ts'

export const appIds = ['beezy', 'pricevue', 'ninety-day-plan', 'calmpath', 'adhd-assessment'] as const
export type AppId = (typeof appIds)[number]

/**
 * The organization that runs the site, and the URLs that the site's buttons open. The environment overrides
 * content/brand.ts, and the admin's settings override both.
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

/**
 * The addresses that visitors can see and that still have the reserved domain `.example` (RFC 2606), so that they lead
 * nowhere.
 */
export function findPlaceholders({ content, ...settings }: Site): LinkKind[] {
  const { sections } = content.homeLayout
  const isShown = (part: string) => sections.some((section) => section.part === part && section.isShown)
  const hosts: Record<LinkKind, string[]> = {
    contactEmail: [settings.contactEmail.split('@')[1] ?? ''],
    bookingUrl: [hostOf(settings.bookingUrl)],
    communityUrl:
      isShown('community') || (isShown('stats') && content.stats.button !== '')
        ? [hostOf(settings.communityUrl)]
        : [],
    appUrls: content.apps.list.map((app) => hostOf(appUrl(settings, app))),
  }
  return linkKinds.filter((kind) => hosts[kind].some((host) => /(^|\.)example$/i.test(host)))
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')

/** Where the button of an app leads. The five original apps have addresses in the settings unless they get their own. */
export function appUrl(site: SiteSettings, app: Pick<App, 'id' | 'url'>): string {
  const original = app.url === '' ? appIds.find((id) => id === app.id) : undefined
  return original ? site.appUrls[original] : app.url
}
