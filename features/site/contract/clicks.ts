import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'
import type { SiteContent } from '../../../core/contract/site.ts'

/** Buttons to the booking page and the community that every site has, with their names in the admin */
const fixedButtons = {
  header: 'Book (page header)',
  'get-started': 'Get Started Today',
  'vision-meeting': 'Vision meeting',
  'on-site-training': 'Book a consultation (on-site training)',
  'blog-post': 'Book a consultation (blog post)',
  'own-page': 'Book a consultation (own page)',
  'which-app': 'Book a consultation (apps page)',
  'not-found': 'Book a consultation (“Page Not Found”)',
  'community-help': 'See How We Can Help You',
  'community-join': 'Join Our Community',
}

/**
 * The names in the admin of all buttons whose clicks are counted, by the value of `service`: the name of a fixed button,
 * or the id of a service or an app, which stays the same when editors rename it
 */
export function nameButtons(content: Pick<SiteContent, 'services' | 'apps'>): Map<string, string> {
  return new Map([...nameItemButtons(content), ...Object.entries(fixedButtons)])
}

export function nameItemButtons({
  services,
  apps,
}: Partial<Pick<SiteContent, 'services' | 'apps'>>): [string, string][] {
  return [
    ...(services?.list ?? []).map(({ id, name }): [string, string] => [id, `Book a consultation (${name})`]),
    ...(apps?.list ?? []).map(({ id, name, button }): [string, string] => [
      id,
      button.includes(name) ? button : `${button} (${name})`,
    ]),
  ]
}

export const clickCreate = endpoint('POST', '/api/calendar-clicks', {
  summary: 'Count a click on a booking, community or app button',
  description:
    'Sent by the `ping` of a link or by a beacon; the body is not read. The same visitor on the same button within 30 seconds counts once, bots and what is fetched ahead not at all.',
  query: z.strictObject({ service: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)) }),
})
