import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { paths } from './paths.ts'
import { appIds } from './site.ts'

/** Every button that leads to the booking page, the community, or an app: values of `calendar_clicks.service`. */
export const clickServices = [
  'header',
  'get-started',
  'inform',
  'plan',
  'integrate',
  'vision-meeting',
  'on-site-training',
  'blog-post',
  'which-app',
  'not-found',
  'community-help',
  'community-join',
  ...appIds,
] as const
export type ClickService = (typeof clickServices)[number]

/** Names of the buttons in the admin. */
export const clickLabels: Record<ClickService, string> = {
  header: 'Book (page header)',
  'get-started': 'Get Started Today',
  inform: 'Book a consultation (INFORM)',
  plan: 'Book a consultation (PLAN)',
  integrate: 'Book a consultation (INTEGRATE)',
  'vision-meeting': 'Vision meeting',
  'on-site-training': 'Book a consultation (on-site training)',
  'blog-post': 'Book a consultation (blog post)',
  'which-app': 'Book a consultation (apps page)',
  'not-found': 'Book a consultation (“Page Not Found”)',
  'community-help': 'See How We Can Help You',
  'community-join': 'Join Our Community',
  beezy: 'Try Beezy Free',
  pricevue: 'Launch PriceVue',
  'ninety-day-plan': 'Start Your Plan',
  calmpath: 'Explore CalmPath',
  'adhd-assessment': 'Take Assessment',
}

export const clickCreate = {
  method: 'POST',
  path: paths.api.calendarClicks,
  summary: 'Count a click on a booking, community or app button',
  description:
    'Sent by the `ping` of a link or by a beacon; the body is not read. The same visitor on the same button within 30 seconds counts once, bots and what is fetched ahead not at all.',
  query: z.strictObject({ service: z.enum(clickServices) }),
} satisfies Endpoint
