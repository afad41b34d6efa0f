/** What guest authors read. */
export const invitationPage = {
  title: 'Would you write for us?',
  lead: (site: string, name: string) =>
    `${name === '' ? '' : `${name}, `}${site} would like to publish a post by you.`,
  topic: 'The topic we have in mind',
  due: 'Your text by',
  answerBy: 'Your answer by',
  accept: 'Yes, I will write',
  decline: 'No, thank you',
  nextTitle: 'What happens when you say yes',
  next: [
    'A writing room opens. You need no account and no password, only your own link.',
    'You write there, on a computer or a phone. What you type is saved as you go.',
    'An editor reads your text and may ask for changes.',
    'Nothing is published before it has been read. You can approve the final words.',
  ],
  privacy: 'What we keep about you',
  ask: 'Ask the editor for a new link',
  states: {
    expired: {
      title: 'This invitation has run out',
      lead: 'The time to answer is over. If you would still like to write, ask for a new link.',
    },
    revoked: {
      title: 'This invitation has been taken back',
      lead: 'The editor has closed it. If you think that is a mistake, ask for a new link.',
    },
    declined: {
      title: 'You have said no to this invitation',
      lead: 'That is quite all right. If you have changed your mind, ask for a new link.',
    },
    'declined-now': {
      title: 'Thank you for telling us',
      lead: 'We have told the editor that you will not write this time.',
    },
    answered: {
      title: 'This invitation has been answered',
      lead: 'It led to a writing room, which has a link of its own. If you have lost that one, ask for a new link.',
    },
    unknown: {
      title: 'This link leads nowhere',
      lead: 'Maybe a part of it is missing, or a newer link has taken its place. Please copy the whole link from the newest message.',
    },
    closed: {
      title: 'This writing room is closed',
      lead: 'It was taken back, or its text was published a while ago. If you still need it, ask for a new link.',
    },
  },
} as const

export const lostLinkPage = {
  title: 'Lost your link?',
  lead: 'Enter the address that your invitation was sent to. We ask the editor to send you a new link.',
  email: 'Email *',
  button: 'Ask for a new link',
  lost: 'I have lost my link',
  askedTitle: 'We have passed it on',
  asked: 'If an invitation belongs to you, the editor now knows that you need a new link. It comes by mail.',
} as const

export const authorPage = {
  label: 'Guest author',
  more: (name: string) => `Everything by ${name}`,
  about: (name: string) => `About ${name}`,
  posts: (name: string, site: string) => `Posts that ${name} has written for ${site}.`,
} as const
