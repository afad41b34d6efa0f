import { expect, test } from 'vitest'
import { explainFault } from './smtp-errors.ts'

const answers: [string, 'bad address' | 'server away' | 'this address or us' | 'this mail'][] = [
  ['550 5.1.1 no such user', 'bad address'],
  ['550 no such user', 'bad address'],
  ['551 not here', 'bad address'],
  ['553 5.1.3 no such syntax', 'bad address'],
  ['550-5.1.1 The email account does not exist', 'bad address'],
  ['530 5.7.0 sign in first', 'server away'],
  ['530 sign in first', 'server away'],
  ['554 5.7.1 relay access denied', 'this address or us'],
  ['550 5.7.26 your address is on a list', 'this address or us'],
  ['554 no', 'this mail'],
  ['552 5.2.2 mailbox full', 'this mail'],
  ['550 5.2.2 mailbox full', 'this mail'],
  ['552 too much', 'this mail'],
  ['553 5.1.8 sender unknown', 'this mail'],
]

test.each(answers)('"%s" at RCPT TO is about: %s', (response, about) => {
  const error = { command: 'RCPT TO', responseCode: Number(response.slice(0, 3)), response }
  expect(explainFault(Object.assign(new Error(), error), 'environment')).toMatchObject({
    badAddress: about === 'bad address',
    serverAway: about === 'server away',
    notAllowed: about === 'this address or us',
    permanent: about === 'bad address' || about === 'this mail',
  })
})
