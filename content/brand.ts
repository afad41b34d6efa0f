import type { Site } from '../contracts/site.ts'

/**
 * The provider's own facts. Change them here, or with environment variables (README, "Configuration"),
 * or in the admin's settings; the later one wins. Addresses under `.example` lead nowhere on purpose.
 */
export const brand: Omit<Site, 'publicUrl'> = {
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
