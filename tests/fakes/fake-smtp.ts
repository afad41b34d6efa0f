import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** Fault that the fake simulates instead of accepting the email */
export type SmtpFault =
  | 'hung-banner'
  | 'busy-banner'
  | 'broken-tls'
  | 'refused-sign-in'
  | 'refused-sender'
  | 'unknown-address'
  | 'not-allowed'
  | 'later'
  | 'refused-mail'
  | 'drop-after-data'
  | 'trickle'

export type FakeSmtp = {
  /** The value for SMTP_URL */
  url: string
  /** Usernames and passwords of all sign-ins, oldest first */
  signIns: { user: string; password: string }[]
  /** Accepted emails with their envelope recipients, oldest first */
  received: { to: string[]; raw: string }[]
  /** Faults for the next connections and emails, in order. When the list is empty, `always` applies. */
  next: (SmtpFault | 'none')[]
  always: SmtpFault | 'none'
  /** Milliseconds that the server takes to accept each email */
  pause: number
  /** Further connections are refused with 421. */
  maxConnections: number
  onMail: ((raw: string, to: string[]) => void) | undefined
  /** Runs before the response to a recipient, to simulate events during a delivery attempt */
  onRecipient: (() => Promise<void>) | undefined
  close(): Promise<void>
}

const faultsOfConnections = new Set(['hung-banner', 'busy-banner', 'broken-tls', 'trickle'])

/** The fields of the fake that tests read and set */
type Behavior = Omit<FakeSmtp, 'url' | 'close'>

/** A certificate for encrypted connections: from the first byte, or after STARTTLS */
export type FakeTls = { start: 'direct' | 'starttls'; key: string; cert: string }

/** Starts a mail server on a real socket. It stores the emails that it receives and delivers none. */
export async function startFakeSmtp(port = 0, tls?: FakeTls): Promise<FakeSmtp> {
  const behavior: Behavior = {
    signIns: [],
    received: [],
    next: [],
    always: 'none',
    pause: 0,
    maxConnections: Number.POSITIVE_INFINITY,
    onMail: undefined,
    onRecipient: undefined,
  }
  const open = new Set<Socket>()
  const dropConnections = () => {
    for (const socket of open) socket.destroy()
  }
  const inner = createMailServer(behavior, dropConnections, tls)
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', () => resolve()))
  const innerPort = (inner.server.address() as AddressInfo).port
  const front = createFront(behavior, innerPort, open)
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  return Object.assign(behavior, {
    url: `smtp://127.0.0.1:${(front.address() as AddressInfo).port}`,
    close() {
      for (const socket of open) socket.destroy()
      front.close()
      return new Promise<void>((resolve) => inner.close(resolve))
    },
  })
}

/** Takes the next fault if it is of this kind. A fault of the other kind stays first in `next`. */
function takeFault(behavior: Behavior, kind: 'connection' | 'mail'): SmtpFault | 'none' {
  const [first] = behavior.next
  const fault = first ?? behavior.always
  if (fault === 'none' || faultsOfConnections.has(fault) !== (kind === 'connection')) {
    if (kind === 'mail' && first === 'none') behavior.next.shift()
    return 'none'
  }
  if (first) behavior.next.shift()
  return fault
}

const refuse = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code })

/** Creates the mail server itself, which simulates faults of single emails. */
function createMailServer(
  behavior: Behavior,
  dropConnections: () => void,
  tls: FakeTls | undefined,
): SMTPServer {
  const faults = new Map<string, SmtpFault | 'none'>()
  const server = new SMTPServer({
    banner: 'this is a fake mail server',
    ...(tls?.start !== 'starttls' && { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }),
    ...(tls && { secure: tls.start === 'direct', key: tls.key, cert: tls.cert }),
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      behavior.signIns.push({ user: username ?? '', password: password ?? '' })
      const isRefused = takeFault(behavior, 'mail') === 'refused-sign-in'
      done(isRefused ? refuse(535, 'wrong') : null, { user: 'fake' })
    },
    onMailFrom(_address, _session, done) {
      const isRefused = (behavior.next[0] ?? behavior.always) === 'refused-sender'
      if (isRefused) takeFault(behavior, 'mail')
      done(isRefused ? refuse(550, 'not your address') : undefined)
    },
    onRcptTo(_address, session, done) {
      const fault = takeFault(behavior, 'mail')
      faults.set(session.id, fault)
      const answer = () => {
        if (fault === 'unknown-address') done(refuse(550, 'no such user'))
        else if (fault === 'not-allowed') done(refuse(554, '5.7.1 not for you'))
        else if (fault === 'later') done(refuse(451, 'try later'))
        else done()
      }
      if (behavior.onRecipient) void behavior.onRecipient().finally(answer)
      else answer()
    },
    onData(stream, session, done) {
      const fault = faults.get(session.id)
      void (async () => {
        const raw = (await buffer(stream)).toString('utf8')
        if (behavior.pause > 0) await sleep(behavior.pause)
        if (fault === 'refused-mail') return done(refuse(554, 'not wanted'))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        behavior.received.push({ to, raw })
        behavior.onMail?.(raw, to)
        // The email is accepted, but the connection breaks before the sender gets the response.
        if (fault === 'drop-after-data') dropConnections()
        else done()
      })().catch(() => {
        // The client disconnected before the email was complete, so it counts as not sent.
      })
    },
  })
  server.on('error', () => {})
  return server
}

/** Creates a plain socket server in front of the mail server, which simulates faults before the greeting. */
function createFront(behavior: Behavior, innerPort: number, open: Set<Socket>): Server {
  return createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    const isFull = open.size > behavior.maxConnections
    const fault = isFull ? 'busy-banner' : takeFault(behavior, 'connection')
    if (fault === 'hung-banner') return
    if (fault === 'busy-banner') socket.end('421 fake.example too busy\r\n')
    else if (fault === 'trickle') trickle(socket)
    else if (fault === 'broken-tls') breakTls(socket)
    else {
      const behind = connect(innerPort, '127.0.0.1')
      behind.on('error', () => socket.destroy())
      socket.pipe(behind).pipe(socket)
      socket.on('close', () => behind.destroy())
    }
  })
}

function trickle(socket: Socket): void {
  const timer = setInterval(() => socket.write('220-fake.example\r\n'), 20)
  socket.on('close', () => clearInterval(timer))
}

function breakTls(socket: Socket): void {
  socket.write('220 fake.example\r\n')
  socket.on('data', (data) => {
    const said = data.toString()
    if (/^EHLO/i.test(said)) socket.write('250-fake.example\r\n250 STARTTLS\r\n')
    else if (/^STARTTLS/i.test(said)) socket.write('220 go ahead\r\n')
    else socket.end('this is no handshake\r\n')
  })
}
