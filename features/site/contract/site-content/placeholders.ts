import {
  appIds,
  type LinkKind,
  linkKinds,
  type Site,
  type SiteSettings,
} from '../../../../core/contract/site.ts'
import { isShownOnHome } from './home-parts.ts'
import type { App } from './sections.ts'

/**
 * The addresses that visitors can see and that still have the reserved domain `.example` (RFC 2606), so that they lead
 * nowhere.
 */
export function findPlaceholders(site: Site): LinkKind[] {
  const { content, off, ...settings } = site
  const isShown = (part: string) => isShownOnHome(site, part)
  const hosts: Record<LinkKind, string[]> = {
    contactEmail: [settings.contactEmail.split('@')[1] ?? ''],
    bookingUrl: [hostOf(settings.bookingUrl)],
    communityUrl:
      isShown('community') || (isShown('stats') && content.stats.button !== '' && !off.includes('community'))
        ? [hostOf(settings.communityUrl)]
        : [],
    appUrls: off.includes('apps') ? [] : content.apps.list.map((app) => hostOf(appUrl(settings, app))),
  }
  return linkKinds.filter((kind) => hosts[kind].some((host) => /(^|\.)example$/i.test(host)))
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')

/** Where the button of an app leads. The five original apps have addresses in the settings unless they get their own. */
export function appUrl(site: SiteSettings, app: Pick<App, 'id' | 'url'>): string {
  const original = app.url === '' ? appIds.find((id) => id === app.id) : undefined
  return original ? site.appUrls[original] : app.url
}
