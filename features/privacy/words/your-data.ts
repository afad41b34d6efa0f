import { backupWords } from './legal/backups.ts'

/** The page on which people see, download, and delete what we have about them. */
export const yourData = {
  title: 'Your data',
  lead: 'See what information we have about you, download a copy, or have it deleted. We’ll email you a private link so no one else can do this in your name.',
  label: 'Your email *',
  placeholder: 'you@example.org',
  button: 'Send Me the Link',
  tooMany: 'Too many requests. Please try again in a few minutes.',
  tooOld: 'This link has expired or isn’t valid. Request a new one here.',
  unreachable: 'We couldn’t process your request right now. Please try again in a moment.',
  sent: {
    title: 'Check your email',
    lead: 'If we have anything on file for that address, we’re sending a link to it now. The link works for one day. If you don’t see it, check your spam folder, or we may have nothing about you.',
  },
  /** Replaces `asked` if no email server is set up: an admin then sends the link from the Outbox. */
  askedByHand: {
    title: 'We got your request',
    lead: 'If we have anything on file for that address, we’ll email it a link soon. The link works for one day from when we send it. If nothing comes, check your spam folder, or we may have nothing about you.',
  },
  again: 'Request another link',
} as const

export const openedData = {
  title: 'What we have about you',
  lead: 'This is everything we have for your email address:',
  nothing: 'We have nothing on file for your email address:',
  timeZone: (name: string) => `Times are in ${name}.`,
  download: 'Download a copy',
  deleteTitle: 'Delete it all',
  deleteLead:
    'This can’t be undone. You’ll be removed from the waitlist and the newsletter, and your messages to us will be gone.',
  byline: 'If you wrote a post for our blog, it stays up under your name. Contact us if you want it removed.',
  /** For someone with an account on the team */
  account: 'You can still sign in to your account on our team. To close it, ask an owner of the site first.',
  deleteButton: 'Delete My Data Now',
} as const

export const receipt = {
  title: 'Your data is deleted',
  lead: 'This is your receipt. Print or save this page if you want a record. We don’t keep a copy with your name.',
  deletedAt: 'Deleted on',
  nothing: 'There was nothing to delete.',
  backups: backupWords,
  byline: 'A post you wrote stays on our blog until you ask us to remove your name.',
} as const

export const dataMail = {
  subject: (name: string) => `Your data at ${name}`,
  text: (name: string, url: string) => `Hello,

Someone asked what information ${name} has about this address. If that was you, open this link to see it. There you can download a copy or have it all deleted.

${url}

The link works for one day. If it wasn’t you, you don’t need to do anything. Nothing happens unless someone opens the link and clicks the button there.
`,
} as const
