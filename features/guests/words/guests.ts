/** Text for guest authors. */
export const invitationPage = {
  title: 'Would you write for us?',
  lead: (site: string, name: string) =>
    `${name === '' ? '' : `${name}, `}${site} would like to publish a post by you.`,
  topic: 'Suggested topic',
  due: 'Draft due by',
  answerBy: 'Please reply by',
  accept: 'Yes, I’ll write it',
  decline: 'No, thanks',
  nextTitle: 'What happens when you say yes',
  next: [
    'You get your own writing page. No account or password needed, just your private link.',
    'Write on your computer or phone. Your work saves as you go.',
    'An editor reads your draft and may ask for changes.',
    'Nothing is published until an editor has read it. We’ll show you the final text before it goes out.',
  ],
  privacy: 'What information we keep about you',
  ask: 'Ask the editor for a new link',
  states: {
    expired: {
      title: 'This invitation has expired',
      lead: 'The deadline to reply has passed. If you’d still like to write, ask for a new link.',
    },
    revoked: {
      title: 'This invitation was withdrawn',
      lead: 'The editor closed it. If you think that’s a mistake, ask for a new link.',
    },
    declined: {
      title: 'You declined this invitation',
      lead: 'That’s fine. If you change your mind, ask for a new link.',
    },
    'declined-now': {
      title: 'Thanks for letting us know',
      lead: 'We’ve let the editor know you can’t write this time.',
    },
    answered: {
      title: 'You’ve already answered this invitation',
      lead: 'Your writing page has its own link. If you’ve lost it, ask for a new one.',
    },
    unknown: {
      title: 'This link doesn’t work',
      lead: 'Part of it may be missing, or a newer link has replaced it. Copy the whole link from the most recent message you got.',
    },
    closed: {
      title: 'This writing page is closed',
      lead: 'The invitation was withdrawn, or the post was published a while ago. If you still need it, ask for a new link.',
    },
  },
} as const

export const lostLinkPage = {
  title: 'Lost your link?',
  lead: 'Enter the email address your invitation was sent to. We’ll ask the editor to send you a new link.',
  email: 'Email *',
  button: 'Ask for a new link',
  lost: 'I lost my link',
  askedTitle: 'We got your request',
  asked: 'If you have an invitation from us, we’re letting the editor know that you need a new link.',
  /** The editor's next step. `byHand`: no email server is set up, so the editor sends the link themselves. */
  next: { byEmail: 'They can then email you a new one.', byHand: 'They can then send you a new one.' },
} as const
