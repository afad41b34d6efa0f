/** The page on which a client answers an offer of training days, and sees the booked day. */
export const offerPage = {
  open: {
    title: 'Choose a day for your training',
    titleOneDay: 'Does this day work for you?',
    titleNoneFree: 'These days are no longer available',
    lead: 'We’re holding time for you.',
    /** Followed by the name of the organization */
    leadFor: 'We’re holding time for',
    answerBy: (day: string) => `Please answer by ${day}.`,
    days: 'Which day works best?',
    oneDay: 'Your day',
    noDays: 'What we offered',
    notFree: 'no longer available',
    accept: 'Accept this day',
    noneFree: 'We’re sorry. Tell us which days work for you instead, and we’ll look again.',
  },
  otherDays: {
    summary: 'Suggest other days',
    label: 'Which days work for you? *',
    hint: 'We’ll stop holding the days above and get back to you with new ones.',
    button: 'Send my days',
    missing: 'Tell us which days work for you.',
  },
  decline: {
    summary: 'Not now',
    lead: 'We’ll stop holding these days. You don’t have to tell us why.',
    label: 'Anything you’d like to add (optional)',
    button: 'No, not now',
  },
  booked: {
    title: 'Your training is booked',
    lead: 'We’re looking forward to it. You’ll get this by email, too.',
    download: 'Add it to your calendar',
    wished:
      'We got your request for another day. This day stays booked until we’ve found another one together.',
    addMessage: 'Add something to your request',
    tooLate: 'To change anything now, please',
    contact: 'write to us',
  },
  otherDay: {
    summary: 'Ask for another day',
    label: 'Why, and which days would work? *',
    hint: 'This day stays booked until we’ve found another one together.',
    button: 'Ask for another day',
    missing: 'Tell us which days would work.',
  },
  cancel: {
    summary: 'Cancel the training',
    lead: 'This frees the day right away, and we’ll let your trainer know.',
    label: 'Why? (optional)',
    button: 'Yes, cancel my training',
  },
  facts: {
    when: 'When',
    time: 'Time',
    where: 'Where',
    online: 'Online',
    topics: 'Topics',
    people: 'People',
    trainer: 'Your trainer',
    price: 'Price',
    prepare: 'Please prepare',
  },
  canceled: {
    title: 'This training is canceled',
    byClient: (day: string) => `As you asked, we’ve canceled your training on ${day}.`,
    byUs: (day: string) => `We’re sorry, but we had to cancel your training on ${day}.`,
    next: 'If you’d like to find another day, write to us.',
  },
  ended: {
    'other-days': {
      title: 'Thank you. We’ll look for other days',
      lead: 'We got your message and will email you new days.',
    },
    declined: {
      title: 'Thank you for letting us know',
      lead: 'We’re no longer holding the days. If things change, we’d love to hear from you.',
    },
    held: {
      title: 'This training is over',
      lead: 'Thank you for spending the day with us. If you have questions, write to us.',
    },
    over: {
      title: 'This offer has ended',
      lead: 'We’re no longer holding these days for you. If you’d still like a training, write to us, or join the waitlist again.',
    },
    paused: {
      title: 'We don’t take answers on this page right now',
      lead: 'Please write to us, and we’ll find a day together.',
    },
    unknown: {
      title: 'This link doesn’t work',
      lead: 'Check that you opened the whole link from our email, or write to us.',
    },
  },
  writeToUs: 'Write to us',
  waitlist: 'Join the waitlist',
  kept: 'This is what you wrote. Copy it if you’d like to send it to us another way.',
  retry: {
    title: 'Your answer isn’t saved yet',
    button: 'Try again',
    back: 'Back to the days',
  },
  problems: {
    noDay: 'Choose a day first.',
    dayTaken: 'This day isn’t available anymore. Choose another day, or suggest days that work for you.',
    dayPast: 'It’s too late to accept this day here. Choose another day, or suggest days that work for you.',
    tooLateToChange: 'It’s too late to change this day here. Please write to us.',
    booked: 'A day is already booked. To change it, ask for another day below.',
    over: 'This offer ended in the meantime, so we couldn’t save your answer.',
    tooManyMessages:
      'You’ve written a lot already, and we’ll answer soon. To add anything, please write to us.',
    tooMany: 'Too many attempts. Please wait a few minutes, then try again.',
    unreachable: 'We couldn’t save your answer right now. Please try again in a moment.',
  },
}
