import type { SiteSettings } from '../contract/site.ts'

/**
 * Name, URLs, and contact details of the organization that runs the site. Environment variables (README,
 * "Configuration") override this file, and the admin's settings override both. The `.example` URLs are placeholders
 * that lead nowhere.
 */
export const brand: Omit<SiteSettings, 'publicUrl'> = {
  name: 'Everyday AI',
  bookingUrl: 'https://beezy.example/schedule/info',
  communityUrl: 'https://community.example/everyday-ai',
  appUrls: {
    beezy: 'https://beezy.example',
    pricevue: 'https://pricevue.example',
    'ninety-day-plan': 'https://90dayplan.example',
    calmpath: 'https://calmpath.example',
    'adhd-assessment': 'https://adhd-assessment.example',
  },
  contactEmail: 'hello@everyday-ai.example',
  postalAddress: '',
  timeZone: 'America/New_York',
}
