import type { SiteContent } from '../../../core/contract/site.ts'
import { contactForm } from '../contract/contact.ts'
import { messagesOf } from '../contract/entry-form.ts'

/** Text around the contact form, on its page and on the home page. */
export const contact: SiteContent['contact'] = {
  title: 'Contact Us',
  lead: 'Tell us what you do and where you could use a hand. A real person will read it and get back to you.',
  labels: {
    name: 'Your name *',
    company: 'Organization/Company *',
    email: 'Your email *',
    phone: 'Phone',
    industry: 'What does your organization do?',
    services: 'What can we help with?',
    timeline: 'When would you like to start?',
  },
  placeholders: {
    name: 'Your full name',
    company: 'Your business, church, or nonprofit',
    email: 'you@example.org',
    industry: 'A food bank, a bakery, a church office',
  },
  services: [
    'AI training',
    '1-on-1 coaching',
    'Strategic AI planning',
    'AI and cybersecurity',
    'A custom app',
    'AI automations',
    'Something else',
  ],
  noTimeline: 'Select one',
  timelines: ['As soon as possible', 'Within three months', 'Later this year', 'Just exploring'],
  button: 'Send Message',
  sending: 'Sending...',
  privacy: 'We only use this to reply to you.',
  privacyLink: 'How we handle your data',
  steps: [
    'A real person reads your message.',
    'We reply by email, or call you if you left a number.',
    'If we’re not the right fit, we’ll tell you.',
  ],
  stepsTitle: 'What happens next',
  done: {
    title: 'We got your message',
    lead: 'Thank you! A real person will read it and write back. There’s nothing else you need to do.',
    again: 'Send Another Message',
  },
  messages: messagesOf(contactForm),
}
