/**
 * Text of the header, the home page, the footer, and the apps page, from top to bottom. The service
 * cards are in services.ts, the apps in apps.ts, the carousel in insights.ts, the legal pages in legal/.
 */
export const header = {
  services: 'Services',
  apps: 'Apps',
  blog: 'Blog',
  waitlist: 'Waitlist',
  book: 'Book',
  menu: 'Menu',
}

export const hero = {
  /** The word in `underlined` gets a marker stroke. */
  title: 'We Make AI Easy for Everyday People',
  underlined: 'Easy',
  lead: 'Training, planning, and tools built for small businesses, nonprofits, churches, and ministries. No jargon.',
  button: 'Get Started Today',
  link: 'See how we help',
  audience: ['Small businesses', 'Nonprofits', 'Churches', 'Ministries'],
}

export const servicesSection = {
  title: 'Three ways to start. Pick the one you need.',
  lead: 'Learn what AI can do, make a plan you’ll stick to, or have us build it for you.',
  toggle: 'Learn More (Expand Details)',
  problem: 'The problem',
  solution: 'The solution',
  looksLike: 'What it looks like',
  whyItMatters: 'Why it matters',
  bookOpen: 'Book a FREE Consultation',
  bookClosed: 'Book Free 30min Consultation',
}

export const appDevelopment = {
  title: 'Your Own App, Designed Around the Way You Work',
  lead: 'Intake forms, volunteer lists, donor follow-up. Describe the job in your own words, and we’ll sketch the app with you.',
  button: 'BOOK A VISION MEETING',
  costLabel: 'What a comparable app can cost',
  cost: '$150k-600k',
  costNote: 'Talk to us first. It may cost less than you think.',
}

export const stats = {
  title: 'What Changes When It Clicks',
  figures: [
    { value: '10+', label: 'hours saved weekly' },
    { value: '90%', label: 'report increased productivity' },
    { value: '100%', label: 'feel confident' },
  ],
  button: 'See How We Can Help You',
}

export const people = {
  title: 'For the People Who Help People',
  lead: 'You care for a congregation, a caseload, or a crew. In our community you learn alongside people who do the same. Beginner questions welcome.',
  button: 'Join Our Community',
}

export const appsSection = {
  title: 'Family of Apps',
  lead: 'Small tools for the jobs that eat up your day.',
  badge: 'New',
  all: 'View All Apps',
}

export const insightsSection = {
  title: 'Worth a Minute',
  kinds: { insight: 'Insight', trend: 'Trend', quote: 'Quote' },
}

export const onSiteTraining = {
  title: 'Get On-Site Training',
  lead: 'We come to you: workshops or bootcamps at your location, with your team, built around your questions.',
  topics: ['Leadership', 'Strategic planning', 'Fundraising strategies', 'AI implementation'],
  figure: { value: '100+', label: 'teams trained' },
  book: 'Book Free 30min Consultation',
  waitlist: 'Join Waitlist',
}

export const latestPosts = {
  title: 'Latest from the Blog',
  all: 'Read the Blog',
}

export const footer = {
  tagline: 'We Make AI Easy for Everyday People',
  services: { title: 'Services', links: ['AI Training', 'Coaching', 'Custom Apps'] },
  company: { title: 'Company', privacy: 'Privacy Policy', terms: 'Terms of Service' },
  signIn: 'Sign in',
  year: 2025,
  rights: 'All rights reserved.',
}

export const appsPage = {
  /** Follows the name of the organization */
  title: 'Family of Apps',
  subtitle: 'Powerful tools designed to make technology simple for everyday people',
  unsure: {
    title: 'Not sure which one you need?',
    text: 'Tell us what eats up your day. We’ll help you choose in a free 30-minute consultation.',
    button: 'Book Free 30min Consultation',
  },
}

export const notFoundPage = {
  title: '404 Page Not Found',
  lead: 'The link may be old, or there may be a typo. Here are three places to go next.',
  ways: {
    home: { title: 'Go to the home page', text: 'Everything we do, on one page.' },
    book: { title: 'Book a free consultation', text: 'Thirty minutes. Ask us anything.' },
    waitlist: { title: 'Join the waitlist', text: 'For training at your location.' },
  },
}
