/** The words around the contact form, on its page and on the home page. */
export const contactForm = {
  title: 'Write to Us',
  lead: 'Tell us what you do and where you would like a hand. A person reads it and answers you.',
  labels: {
    name: 'Your name *',
    company: 'Organization *',
    email: 'Your email *',
    phone: 'Phone',
    industry: 'What kind of work do you do?',
    services: 'What can we help with?',
    timeline: 'When would you like to start?',
  },
  namePlaceholder: 'Your full name',
  companyPlaceholder: 'Your business, church or group',
  emailPlaceholder: 'you@example.org',
  industryPlaceholder: 'A food bank, a bakery, a church office',
  services: [
    'AI training',
    '1-on-1 coaching',
    'Strategic AI planning',
    'AI and cybersecurity',
    'A custom app',
    'AI automations',
    'Something else',
  ],
  noTimeline: 'Choose one, if you like',
  timelines: ['As soon as we can', 'In the next three months', 'Later this year', 'Just looking around'],
  button: 'Send Message',
  sending: 'Sending...',
  honeypot: 'Leave this field empty',
  privacy: 'We use this only to answer you.',
  privacyLink: 'How we handle your data',
  steps: [
    'A person reads what you wrote.',
    'We answer by email, or we call you if you gave a number.',
    'If we are not the right ones for you, we say so.',
  ],
  stepsTitle: 'What happens next',
} as const

export const contactSent = {
  title: 'Your message is here',
  lead: 'Thank you. A person reads it and writes back to you. There is nothing else you need to do.',
  again: 'Write Another Message',
} as const
