import type { TemplateInput } from '../contract/letters.ts'

/** The first templates of emails to people. They are added once; what users change or delete stays so. */
export const starterTemplates: readonly TemplateInput[] = [
  {
    name: 'Thank you for your message',
    subject: 'Your message to {site name}',
    body: `Hello {first name},

Thank you for writing to us. We read your message and would like to hear more about what you have in mind.

The easiest way is a free 30-minute call. Pick a time that suits you:
{booking link}

If you’d rather write, just reply to this email.

Best,
{my name}
{site name}`,
  },
  {
    name: 'On-site training: help us plan',
    subject: 'Your place on the training waitlist',
    body: `Hello {first name},

Thank you for joining our waitlist for on-site training.

A few short questions would help us find a day that works: where you are, how many people would come, and which topics matter most. It takes two minutes:
{plan link}

We’ll write to you as soon as we’re planning a trip near you.

Best,
{my name}
{site name}`,
  },
  {
    name: 'Following up',
    subject: 'Still interested?',
    body: `Hello {first name},

A while ago you wrote to us. I wanted to ask whether you’re still interested, and whether anything has changed.

If you are, reply with a word or two about what would help most right now. If not, that’s fine too. Just let me know, and I’ll stop asking.

Best,
{my name}
{site name}`,
  },
]
