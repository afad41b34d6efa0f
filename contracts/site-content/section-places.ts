import type { PreviewPage } from './section-api.ts'
import type { SectionId } from './sections.ts'

type Place = {
  title: string
  /** Where the section is, in words for the list of sections */
  about: string
  /** The page on which the form previews it */
  page: PreviewPage
  /** Other pages on which the form can preview it */
  otherPages?: PreviewPage[]
  /** Selector of the section on that page, for scrolling to it */
  selector?: string
}

/** Sections as the admin lists them, by page */
export const sectionGroups: { title: string; sections: SectionId[] }[] = [
  { title: 'Every page', sections: ['look', 'menu', 'footer'] },
  {
    title: 'Home page',
    sections: [
      'homeLayout',
      'hero',
      'services',
      'appDevelopment',
      'stats',
      'community',
      'apps',
      'insights',
      'onSiteTraining',
      'latestPosts',
      'newsletterBox',
    ],
  },
  {
    title: 'Other pages',
    sections: ['appsPage', 'waitlist', 'contact', 'blog', 'privacyPolicy', 'termsOfService', 'notFound'],
  },
]

export const sectionPlaces: Record<SectionId, Place> = {
  look: { title: 'Look', about: 'Logo, colors, typefaces, and corners', page: 'home', otherPages: ['post'] },
  menu: { title: 'Header and menu', about: 'Links at the top', page: 'home', selector: '.site-header' },
  footer: {
    title: 'Footer',
    about: 'Links and copyright at the end',
    page: 'home',
    selector: '.site-footer',
  },
  homeLayout: { title: 'Order of sections', about: 'Move sections or hide them', page: 'home' },
  hero: { title: 'Headline', about: 'The first thing people read', page: 'home', selector: '.hero' },
  services: { title: 'Services', about: 'A card for each service', page: 'home', selector: '#services' },
  appDevelopment: {
    title: 'App development',
    about: 'Custom apps and what they cost',
    page: 'home',
    selector: '.band',
  },
  stats: { title: 'Figures', about: 'Numbers you can stand behind', page: 'home', selector: '.stats' },
  community: { title: 'Community', about: 'Invitation to your community', page: 'home', selector: '.people' },
  apps: {
    title: 'Apps',
    about: 'On the home page and the apps page',
    page: 'home',
    selector: '[aria-labelledby="apps-title"]',
  },
  insights: {
    title: 'Carousel',
    about: 'Short thoughts and quotes',
    page: 'home',
    selector: '.carousel',
  },
  onSiteTraining: {
    title: 'On-site training',
    about: 'Training at the customer’s place',
    page: 'home',
    selector: '#on-site-training',
  },
  latestPosts: {
    title: 'Latest posts',
    about: 'Headline above the newest posts',
    page: 'home',
    selector: '.latest',
  },
  newsletterBox: {
    title: 'Newsletter box',
    about: 'Sign-up on several pages',
    page: 'home',
    selector: '.newsletter-part',
  },
  appsPage: { title: 'Apps page', about: 'Headline and the card at the end', page: 'apps' },
  waitlist: { title: 'Waitlist', about: 'The form for on-site training', page: 'waitlist' },
  contact: { title: 'Contact form', about: 'On its page and the home page', page: 'contact' },
  blog: { title: 'Blog', about: 'Headline, and the box below posts', page: 'blog' },
  privacyPolicy: { title: 'Privacy policy', about: 'The whole text', page: 'privacyPolicy' },
  termsOfService: { title: 'Terms of service', about: 'The whole text', page: 'termsOfService' },
  notFound: { title: 'Page not found', about: 'For wrong addresses', page: 'notFound' },
}
