import { backupWords } from './legal/backups.ts'

/** The page on which people see, take and delete what we keep about them. */
export const yourData = {
  title: 'Your data',
  lead: 'See what we keep about you, take a copy, or have it deleted. We send a link to your address, so that nobody else can do this for you.',
  label: 'Your email *',
  placeholder: 'you@example.org',
  button: 'Send Me the Link',
  tooMany: 'You asked too often in a short time. Please try again in a few minutes.',
  tooOld: 'This link is too old, or it was never ours. Ask for a new one here.',
  unreachable: 'We could not take your request just now. Please try again in a moment.',
  sent: {
    title: 'Look into your mailbox',
    lead: 'If we keep something about that address, a link is on its way to it. It works for one day. If nothing comes, look into the spam folder. We may also have nothing about you.',
  },
  again: 'Ask for another link',
} as const

/** What is kept, one and many. */
export const traceNames = {
  waitlist: ['entry on the waitlist', 'entries on the waitlist'],
  contact: ['message from the contact form', 'messages from the contact form'],
  notes: ['note that we wrote', 'notes that we wrote'],
  newsletter: ['newsletter sign-up', 'newsletter sign-ups'],
  invites: ['invitation to write', 'invitations to write'],
  posts: ['text that was not published', 'texts that were not published'],
  pictures: ['picture that you sent us', 'pictures that you sent us'],
  mails: ['mail to or about you', 'mails to or about you'],
} as const

export const openedData = {
  title: 'What we keep about you',
  lead: 'This is everything that belongs to your address.',
  nothing: 'There is nothing left that belongs to your address.',
  download: 'Download a copy',
  deleteTitle: 'Delete it all',
  deleteLead:
    'This cannot be undone. You leave the waitlist and the newsletter. We no longer know what you asked us.',
  byline: 'If a post of yours is on our blog, it stays there with your name. Write to us if it should go.',
  deleteButton: 'Delete My Data Now',
} as const

export const receipt = {
  title: 'Your data is deleted',
  lead: 'This is your receipt. Please print or save this page if you want to keep it. We keep no copy with your name.',
  deletedAt: 'Deleted on',
  nothing: 'There was nothing left to delete.',
  backups: backupWords,
  byline: 'A post with your name on our blog stays until you ask us to take the name off.',
} as const

export const dataMail = {
  subject: (name: string) => `Your data at ${name}`,
  text: (name: string, url: string) => `Hello,

somebody asked what ${name} keeps about this address. If that was you, this link shows it. There you can take a copy or have it all deleted.

${url}

The link works for one day. If it was not you, you need not do anything. Nothing happens unless somebody opens the link and presses the button.
`,
} as const
