/** The words of the newsletter: its box, its page, and the pages behind the links in its mails. */
export const newsletterBox = {
  title: 'One useful idea, now and then',
  lead: 'We send you each new article by mail. No tricks, and you can leave with one click.',
  email: 'Your email',
  placeholder: 'you@example.org',
  button: 'Send Me the Newsletter',
  sending: 'Sending...',
  /** What a person agrees to; it is kept with the address. */
  consent:
    'I would like to get new articles by email. I can leave at any time with the link in each mail. My address is used for nothing else.',
  honeypot: 'Website (leave this empty)',
}

export const newsletterPages = {
  title: 'Newsletter',
  lead: 'Plain help with AI, written for people who have other things to do.',
  askedTitle: 'Please look in your inbox',
  asked:
    'We have sent you a mail with a button. Press it, and you are on the list. If nothing comes in a few minutes, look in the spam folder.',
  confirmTitle: 'One last step',
  confirm: 'Press the button and we will send you each new article.',
  confirmButton: 'Yes, Subscribe Me',
  doneTitle: 'You are on the list',
  done: 'The next article comes to you by mail.',
  goneTitle: 'This link no longer works',
  gone: 'It may be too old, or used already. You can ask for a new one.',
  goneButton: 'Ask Again',
  manageTitle: 'Your newsletter',
  manage: (email: string) => `We write to ${email}.`,
  howOften: 'How often shall we write?',
  all: 'With each new article',
  monthly: 'Once a month at most',
  save: 'Save',
  saved: 'Saved.',
  leaveTitle: 'Leave the newsletter',
  leave: 'We stop writing to you at once.',
  leaveButton: 'Unsubscribe',
  leftTitle: 'You have left',
  left: 'We write to you no more. If that was a slip, you can come back.',
  backButton: 'Subscribe Again',
  endedTitle: 'You are not on the list',
  ended: 'We write to you no more. If you would like the newsletter again, please ask for it anew.',
  endedButton: 'Ask for the Newsletter',
}
