import * as z from 'zod/mini'
import { appIds } from './site.ts'

/** Every button that leads to the booking page, the community or an app, as `calendar_clicks.service` names it. */
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

/** What the people who run the site know each button by. */
export const clickLabels: Record<ClickService, string> = {
  header: 'Book, in the header',
  'get-started': 'Get Started Today',
  inform: 'Consultation, from INFORM',
  plan: 'Consultation, from PLAN',
  integrate: 'Consultation, from INTEGRATE',
  'vision-meeting': 'Vision meeting',
  'on-site-training': 'Consultation, from on-site training',
  'blog-post': 'Consultation, from a post',
  'which-app': 'Consultation, from the apps page',
  'not-found': 'Consultation, from “Page Not Found”',
  'community-help': 'See How We Can Help You',
  'community-join': 'Join Our Community',
  beezy: 'Try Beezy Free',
  pricevue: 'Launch PriceVue',
  'ninety-day-plan': 'Start Your Plan',
  calmpath: 'Explore CalmPath',
  'adhd-assessment': 'Take Assessment',
}

export const clickQuery = z.strictObject({ service: z.enum(clickServices) })
