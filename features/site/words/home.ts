import { paths } from '../../../core/contract/paths.ts'
import type { SiteContent } from '../../../core/contract/site.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { sitePaths } from '../contract/site-paths.ts'

/**
 * Text of the header, the home page, the footer, and the apps page, from top to bottom. The services are in
 * services.ts, the apps in apps.ts, the carousel in insights.ts, the legal pages in legal/. Editors can change all of
 * it in the admin; this is the original.
 */
export const menu: SiteContent['menu'] = {
  links: [
    { id: 'services', label: 'Services', to: paths.services },
    { id: 'apps', label: 'Apps', to: sitePaths.apps },
    { id: 'blog', label: 'Blog', to: postPaths.blog },
    { id: 'waitlist', label: 'Waitlist', to: sitePaths.waitlist },
  ],
  book: 'Book',
  menu: 'Menu',
  home: 'Back to Home',
  returnHome: 'Return to Home',
}

export const hero: SiteContent['hero'] = {
  title: 'We Make AI Easy for Everyday People',
  underlined: 'Easy',
  lead: 'Training, planning, and tools built for small businesses, nonprofits, churches, and ministries. No jargon.',
  button: 'Get Started Today',
  link: 'See how we help',
  audience: ['Small businesses', 'Nonprofits', 'Churches', 'Ministries'],
}

export const appDevelopment: SiteContent['appDevelopment'] = {
  title: 'Your Own App, Designed Around the Way You Work',
  lead: 'Intake forms, volunteer lists, donor follow-up. Describe the job in your own words, and we’ll sketch the app with you.',
  button: 'BOOK A VISION MEETING',
  costLabel: 'What a comparable app can cost',
  cost: '$150k-600k',
  costNote: 'Talk to us first. It may cost less than you think.',
}

export const stats: SiteContent['stats'] = {
  title: 'What Changes When It Clicks',
  figures: [
    { id: 'hours', value: '10+', label: 'hours saved weekly' },
    { id: 'productivity', value: '90%', label: 'report increased productivity' },
    { id: 'confidence', value: '100%', label: 'feel confident' },
  ],
  button: 'See How We Can Help You',
}

export const community: SiteContent['community'] = {
  title: 'For the People Who Help People',
  lead: 'You care for a congregation, a caseload, or a crew. In our community you learn alongside people who do the same. Beginner questions welcome.',
  button: 'Join Our Community',
}

export const onSiteTraining: SiteContent['onSiteTraining'] = {
  title: 'Get On-Site Training',
  lead: 'We come to you: workshops or bootcamps at your location, with your team, built around your questions.',
  topics: ['Leadership', 'Strategic planning', 'Fundraising strategies', 'AI implementation'],
  figure: { value: '100+', label: 'teams trained' },
  book: 'Book Free 30min Consultation',
  waitlist: 'Join Waitlist',
}

export const latestPosts: SiteContent['latestPosts'] = {
  title: 'Latest from the Blog',
  all: 'Read the Blog',
}

export const footer: SiteContent['footer'] = {
  tagline: 'We Make AI Easy for Everyday People',
  columns: [
    {
      id: 'services',
      title: 'Services',
      links: [
        { id: 'training', label: 'AI Training', to: paths.services },
        { id: 'coaching', label: 'Coaching', to: paths.services },
        { id: 'custom-apps', label: 'Custom Apps', to: paths.services },
      ],
    },
    {
      id: 'company',
      title: 'Company',
      links: [
        { id: 'privacy', label: 'Privacy Policy', to: paths.privacyPolicy },
        { id: 'terms', label: 'Terms of Service', to: paths.termsOfService },
      ],
    },
  ],
  signIn: 'Sign in',
  year: '2025',
  rights: 'All rights reserved.',
}

export const appsPage: SiteContent['appsPage'] = {
  title: 'Family of Apps',
  subtitle: 'Powerful tools designed to make technology simple for everyday people',
  unsure: {
    title: 'Not sure which one you need?',
    text: 'Tell us what eats up your day. We’ll help you choose in a free 30-minute consultation.',
    button: 'Book Free 30min Consultation',
  },
}

export const notFound: SiteContent['notFound'] = {
  title: '404 Page Not Found',
  lead: 'The link may be old, or there may be a typo. Here are three places to go next.',
  home: { title: 'Go to the home page', text: 'Everything we do, on one page.' },
  book: { title: 'Book a free consultation', text: 'Thirty minutes. Ask us anything.' },
  waitlist: { title: 'Join the waitlist', text: 'For training at your location.' },
}
