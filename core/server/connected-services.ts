import { isIPv4 } from 'node:net'
import type { AiProvider, MailSecurity } from '../contract/connected-services.ts'

/** Where a connection was set up: SMTP_URL and the like, or the forms in Settings */
export type Origin = 'environment' | 'settings'

export type Sender = { name?: string | undefined; address: string }

export type MailServer = {
  origin: Origin
  host: string
  port: number
  security: MailSecurity
  user: string
  password: string | undefined
  /** SMTP_URL, which may have options that are not in the other fields */
  url?: string
}

export type AiService = {
  origin: Origin
  provider: AiProvider
  /** Undefined for the provider's own address */
  baseUrl: string | undefined
  apiKey: string | undefined
  model: string
  /** Per million tokens */
  priceIn: number | undefined
  priceOut: number | undefined
  /** In the currency of the prices, or in tokens without prices */
  monthlyBudget: number | undefined
}

export type SpeechService = {
  origin: Origin
  /** Undefined for OpenAI */
  baseUrl: string | undefined
  apiKey: string | undefined
  model: string
}

/** The services that are connected now. Undefined: not connected, or not usable without its password or key. */
export type Connections = {
  mail: MailServer | undefined
  /** The sender of emails, also of those that are sent by hand. Undefined: the site's name and contact address */
  sender: Sender | undefined
  ai: AiService | undefined
  speech: SpeechService | undefined
}

/** Used if no model is set */
export const defaultSpeechModel = 'whisper-1'

type Service = Exclude<keyof Connections, 'sender'>

/** The connections of the environment. Each has the variables that are set for it, and those that are missing. */
export type EnvironmentConnections = Connections & {
  variables: Record<Service, string[]>
  missing: Record<Service, string[]>
}

type Environment = {
  SMTP_URL?: string | undefined
  MAIL_FROM?: Sender | undefined
  AI_PROVIDER?: AiProvider | undefined
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_MODEL?: string | undefined
  AI_PRICE_IN?: number | undefined
  AI_PRICE_OUT?: number | undefined
  AI_MONTHLY_BUDGET?: number | undefined
  STT_BASE_URL?: string | undefined
  STT_API_KEY?: string | undefined
  STT_MODEL?: string | undefined
}

const names: Record<Service, (keyof Environment)[]> = {
  mail: ['SMTP_URL', 'MAIL_FROM'],
  ai: [
    'AI_PROVIDER',
    'AI_BASE_URL',
    'AI_API_KEY',
    'AI_MODEL',
    'AI_PRICE_IN',
    'AI_PRICE_OUT',
    'AI_MONTHLY_BUDGET',
  ],
  speech: ['STT_BASE_URL', 'STT_API_KEY', 'STT_MODEL'],
}

export function readEnvironmentConnections(env: Environment): EnvironmentConnections {
  const mail = env.SMTP_URL === undefined ? undefined : readSmtpUrl(env.SMTP_URL)
  const ai: AiService | undefined = env.AI_PROVIDER && {
    origin: 'environment',
    provider: env.AI_PROVIDER,
    baseUrl: env.AI_BASE_URL,
    apiKey: env.AI_API_KEY,
    model: env.AI_MODEL ?? '',
    priceIn: env.AI_PRICE_IN,
    priceOut: env.AI_PRICE_OUT,
    monthlyBudget: env.AI_MONTHLY_BUDGET,
  }
  const hasSpeech = env.STT_BASE_URL !== undefined || env.STT_API_KEY !== undefined
  const speech: SpeechService | undefined = hasSpeech
    ? {
        origin: 'environment',
        baseUrl: env.STT_BASE_URL,
        apiKey: env.STT_API_KEY,
        model: env.STT_MODEL ?? defaultSpeechModel,
      }
    : undefined
  const variables = (kind: Service) => names[kind].filter((name) => env[name] !== undefined)
  return {
    mail,
    sender: env.MAIL_FROM,
    ai,
    speech,
    variables: { mail: variables('mail'), ai: variables('ai'), speech: variables('speech') },
    missing: {
      mail: mail ? [] : ['SMTP_URL'],
      ai: ai ? [] : ['AI_PROVIDER', 'AI_MODEL'],
      speech: speech ? [] : ['STT_API_KEY'],
    },
  }
}

const defaultPorts = { 'smtp:': 587, 'smtps:': 465 }

/** @throws if the text is no URL */
export function readSmtpUrl(text: string): MailServer {
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const password = url.password === '' ? undefined : decodeURIComponent(url.password)
  // A password never goes unencrypted over a network.
  const needsTls = password !== undefined && !isThisMachine(host)
  return {
    origin: 'environment',
    host,
    port: Number(url.port) || defaultPorts[secure ? 'smtps:' : 'smtp:'],
    security: secure ? 'tls' : needsTls ? 'starttls' : 'if-offered',
    user: decodeURIComponent(url.username),
    password,
    url: text,
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** Nothing listens on the discard port of this machine. */
const unreachable = { host: '127.0.0.1', port: 9 } as const

/** The same connections for a copy of the site that must reach no service: without secrets, to a port that refuses. */
export function withoutReach({ mail, sender, ai, speech }: Connections): Connections {
  const baseUrl = `http://${unreachable.host}:${unreachable.port}`
  return {
    mail: mail && {
      ...unreachable,
      origin: mail.origin,
      security: 'if-offered',
      user: '',
      password: undefined,
    },
    sender,
    ai: ai && { ...ai, baseUrl, apiKey: 'none' },
    speech: speech && { ...speech, baseUrl, apiKey: 'none' },
  }
}

/** Reads the connections as they are now. `forget` makes the next reader wait for fresh ones. */
export type ConnectionSource = { read(): Promise<Connections>; forget(): void }

/** True if no email server is connected, so that people send the emails in the Outbox. */
export async function sendsByHand(source: Pick<ConnectionSource, 'read'>): Promise<boolean> {
  return (await source.read()).mail === undefined
}
