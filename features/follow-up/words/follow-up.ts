export const certificatePage = {
  valid: {
    title: 'Certificate of attendance',
    status: 'This certificate is valid.',
    attended: 'attended',
    /** Before the day */
    on: 'on',
    givenBy: 'Given by',
    number: 'Number',
    check: 'Anyone can check it at',
  },
  withdrawn: { title: 'This certificate was withdrawn', lead: 'It’s no longer valid.' },
  unknown: {
    title: 'We don’t know this certificate',
    lead: 'No certificate of ours has this number. Check each letter and digit, and the address of this page.',
  },
  tooMany: {
    title: 'Too many numbers',
    lead: 'You’ve checked many numbers in a short time. Please wait ten minutes, then try again.',
  },
  writeToUs: 'Write to us',
}

export const feedbackPage = {
  open: {
    title: 'How was it?',
    lead: 'Three short questions help us do it better. Only the first one needs an answer.',
  },
  closed: {
    title: 'These questions are closed',
    lead: 'Thank you for coming. It’s too late to answer here, but you can write to us any time.',
  },
  unknown: {
    title: 'We don’t know this link',
    lead: 'Check that you opened the whole link of our email, or write to us.',
  },
  retry: { title: 'Please send it again', lead: 'What you typed is still here.' },
  labels: {
    rating: 'How helpful was it for you?',
    best: 'What helped most?',
    better: 'What should we do differently?',
  },
  ratings: ['1: not helpful', '2', '3', '4', '5: very helpful'],
  optional: 'Optional',
  names: 'We read your answers together with your name, and show them to no one else.',
  until: (day: string) => `You can change them here until ${day}.`,
  send: 'Send answers',
  change: 'Save changes',
  saved: 'Thank you. We have your answers.',
  back: 'Back to the questions',
  tooMany: 'Too many attempts. Please wait a few minutes.',
  unreachable: 'We couldn’t save your answers. Please send them again.',
  writeToUs: 'Write to us',
}
