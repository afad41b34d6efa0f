/**
 * The words of the header, the home page, the footer and the apps page, from top to bottom. The service
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
  /** The word that gets the stroke of the marker must stand in it exactly once. */
  title: 'We Make AI Easy for Everyday People',
  underlined: 'Easy',
  lead: 'Training, plans and tools that fit a small business, a nonprofit, a church or a ministry. No jargon.',
  button: 'Get Started Today',
  link: 'See the three ways we help',
  audience: ['Small businesses', 'Nonprofits', 'Churches', 'Ministries'],
}

export const servicesSection = {
  title: 'Three doors in. Start with the one you need.',
  lead: 'Learn what AI can do, make a plan you can keep, or have it built for you.',
  toggle: 'Learn More (Expand Details)',
  problem: 'The problem',
  solution: 'The solution',
  looksLike: 'What it looks like',
  whyItMatters: 'Why it matters',
  bookOpen: 'Book a FREE Consultation',
  bookClosed: 'Book Free 30min Consultation',
}

export const appDevelopment = {
  title: 'An app of your own, drawn around how you work',
  lead: 'Intake forms, volunteer lists, follow-up with donors. Describe the task to us in your own words, and we sketch the app with you.',
  button: 'BOOK A VISION MEETING',
  costLabel: 'What a comparable app can cost',
  cost: '$150k-600k',
  costNote: 'Talk to us before you rule it out.',
}

export const stats = {
  title: 'What changes when it clicks',
  figures: [
    { value: '10+', label: 'hours saved weekly' },
    { value: '90%', label: 'report increased productivity' },
    { value: '100%', label: 'feel confident' },
  ],
  button: 'See How We Can Help You',
}

export const people = {
  title: 'For the People Who Help People',
  lead: 'You care for a congregation, a caseload, a crew. In our community you learn beside people who do the same. First questions are welcome.',
  button: 'Join Our Community',
}

export const appsSection = {
  title: 'Family of Apps',
  lead: 'Small tools for jobs that eat up your day.',
  badge: 'New',
  all: 'View All Apps',
}

export const insightsSection = {
  title: 'Worth a minute',
  kinds: { insight: 'Insight', trend: 'Trend', quote: 'Quote' },
}

export const onSiteTraining = {
  title: 'Get On-Site Training',
  lead: 'We come to you. Workshops or bootcamps at your location, with your team, on your questions.',
  topics: ['Leadership', 'Strategic planning', 'Fundraising strategies', 'AI implementation'],
  figure: { value: '100+', label: 'teams trained' },
  book: 'Book Free 30min Consultation',
  waitlist: 'Join Waitlist',
}

export const latestPosts = {
  title: 'Latest from the blog',
  all: 'Read the blog',
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
  /** Stands after the name of the organization. */
  title: 'Family of Apps',
  subtitle: 'Powerful tools designed to make technology simple for everyday people',
  unsure: {
    title: 'Not sure which one you need?',
    text: 'Tell us what eats up your day. We help you choose in a free 30-minute consultation.',
    button: 'Book Free 30min Consultation',
  },
}

export const notFoundPage = {
  title: '404 Page Not Found',
  lead: 'The address may be old, or a letter may have slipped. Here are three ways on.',
  ways: {
    home: { title: 'Go to the home page', text: 'Everything we do, on one page.' },
    book: { title: 'Book a free consultation', text: 'Thirty minutes, and you ask the questions.' },
    waitlist: { title: 'Join the waitlist', text: 'For training at your own place.' },
  },
}
