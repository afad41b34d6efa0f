import * as z from 'zod/mini'
import { aiProviders, mailSecurities } from '../../../core/contract/connected-services.ts'
import { emailAddress } from '../../../core/contract/email.ts'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { isWebAddress, webAddressLength } from '../../../core/contract/web-address.ts'

/** Services outside of the site that an owner connects */
export const connectionKinds = ['mail', 'ai', 'speech'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** Maximum characters */
export const connectionLimits = { host: 253, user: 300, secret: 2000, senderName: 100, model: 200 } as const
const maxAmount = 1_000_000_000_000

const line = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, `Use up to ${max} characters.`),
      z.regex(/^\P{Cc}*$/u, 'Write it on one line.'),
    )

/** A name or an IP address. IPv6 addresses have no brackets. */
const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|[\da-f.]*:[\da-f:.]*)$/
const host = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(connectionLimits.host, `Use up to ${connectionLimits.host} characters.`),
  z.refine((text: string) => hostPattern.test(text), 'Enter the name of a server, like smtp.example.org.'),
)

/** Without a query, a fragment, or a password in it. A slash at the end makes no difference. */
const serviceAddress = z.string().check(
  z.trim(),
  z.maxLength(webAddressLength),
  z.refine(
    (text: string) => text === '' || (isWebAddress(text) && !/[?#@]/.test(text)),
    'Enter a full web address, like http://localhost:11434/v1.',
  ),
  // Without the lookbehind, a text of many slashes would take minutes.
  z.overwrite((text: string) => text.replace(/(?<!\/)\/+$/, '')),
)

const noAmount = 'Enter a number, like 0.15.'
const tooMuch = 'That’s too much. Enter a smaller number.'
const amount = z.nullable(z.number(noAmount).check(z.minimum(0, noAmount), z.maximum(maxAmount, tooMuch)))

const noPort = 'Enter a number from 1 to 65535.'
const port = z.int(noPort).check(z.minimum(1, noPort), z.maximum(65_535, noPort))

export const mailValues = z.strictObject({
  host,
  port,
  security: z.enum(mailSecurities),
  /** Blank for a server that needs no sign-in */
  user: line(connectionLimits.user),
  /** Blank for the site's name */
  senderName: line(connectionLimits.senderName),
  senderAddress: emailAddress(),
})
export type MailValues = z.infer<typeof mailValues>

const aiTarget = z.strictObject({
  provider: z.enum(aiProviders),
  /** Only for a provider that is compatible with OpenAI; blank for the others */
  address: serviceAddress,
})

const model = line(connectionLimits.model)

export const aiValues = z
  .strictObject({
    ...aiTarget.shape,
    model: model.check(z.minLength(1, 'Choose a model, or type its name.')),
    /** Price per million tokens, in any currency; null if it should not be counted */
    priceIn: amount,
    priceOut: amount,
    /** In the currency of the prices, or in tokens without prices; null for no limit */
    monthlyBudget: amount,
  })
  .check(
    z.refine(({ provider, address }) => provider !== 'openai-compatible' || address !== '', {
      path: ['address'],
      message: 'Enter the web address of the service.',
    }),
    z.refine(({ provider, address }) => provider === 'openai-compatible' || address === '', {
      path: ['address'],
      message: 'This provider has an address of its own. Leave it blank.',
    }),
  )
export type AiValues = z.infer<typeof aiValues>

export const speechValues = z.strictObject({
  /** Blank for OpenAI */
  address: serviceAddress,
  /** Blank for whisper-1 */
  model,
})
export type SpeechValues = z.infer<typeof speechValues>

export type ConnectionValues = { mail: MailValues; ai: AiValues; speech: SpeechValues }

/**
 * The server that gets a connection's secret. A secret belongs to one target: another host, port, security, provider, or
 * address clears it.
 */
export const targetOf: { [Kind in ConnectionKind]: (values: ConnectionValues[Kind]) => string } = {
  mail: ({ host, port, security }) => JSON.stringify([host, port, security]),
  ai: ({ provider, address }) => JSON.stringify([provider, address]),
  speech: ({ address }) => JSON.stringify([address]),
}

/** True if the connection can't work without a password or key. */
export const needsSecret: { [Kind in ConnectionKind]: (values: ConnectionValues[Kind]) => boolean } = {
  mail: ({ user }) => user !== '',
  ai: ({ provider }) => provider !== 'openai-compatible',
  speech: ({ address }) => address === '',
}

const secret = (pattern: RegExp, message: string) =>
  z.optional(
    z.nullable(
      z.string().check(
        z.minLength(1),
        z.maxLength(connectionLimits.secret, `Use up to ${connectionLimits.secret} characters.`),
        z.refine<string>((text) => pattern.test(text), message),
      ),
    ),
  )
/** Left out: the stored one is kept if it is for the same target. Null: it is removed. */
const password = secret(/^\P{Cc}+$/u, 'Type the password on one line.')
const apiKey = secret(
  /^[\x21-\x7e]+$/,
  'A key has letters, digits, and signs, without spaces. Copy it again.',
)

export const mailRequest = z.strictObject({ values: mailValues, secret: password })
export const aiRequest = z.strictObject({ values: aiValues, secret: apiKey })
export const speechRequest = z.strictObject({ values: speechValues, secret: apiKey })

/** Needs-secret: everything but the password or key is there, so the connection is not used until it is typed again. */
export const connectionStates = ['none', 'connected', 'needs-secret'] as const

const read = <Shape extends z.core.$ZodLooseShape>(values: z.ZodMiniObject<Shape>) =>
  z.object({
    state: z.enum(connectionStates),
    /** Null if nothing is set */
    values: z.nullable(values),
    hasSecret: z.boolean(),
    /** The variables of the environment that are set for this connection. If there are any, Settings can't change it. */
    variables: z.array(z.string()),
    /** Variables of the environment that are needed and not set */
    missing: z.array(z.string()),
    /** The last change in Settings */
    changed: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
  })

const connectionsResponse = z.object({
  mail: read(
    z.object({
      host: z.string(),
      port: z.number(),
      security: z.enum([...mailSecurities, 'if-offered']),
      user: z.string(),
      senderName: z.string(),
      senderAddress: z.string(),
    }),
  ),
  ai: read(
    z.object({
      provider: z.enum(aiProviders),
      address: z.string(),
      model: z.string(),
      priceIn: z.nullable(z.number()),
      priceOut: z.nullable(z.number()),
      monthlyBudget: z.nullable(z.number()),
    }),
  ),
  speech: read(z.object({ address: z.string(), model: z.string() })),
  /** Why no secret can be stored or opened, and what to do; null if all is well */
  keyProblem: z.nullable(z.string()),
  /** Emails that are sent as soon as email is connected */
  waitingMails: z.number(),
  /** An address of the user who asks, for test emails; blank if none is known */
  ownAddress: z.string(),
  /** The name and address that emails come from if none are set */
  sender: z.object({ name: z.string(), address: z.string() }),
})
export type ConnectionsResponse = z.infer<typeof connectionsResponse>
export type ReadConnection<Kind extends ConnectionKind> = ConnectionsResponse[Kind]

const testResult = z.object({
  works: z.boolean(),
  /** The result in one or two sentences */
  message: z.string(),
  /** How to fix it; null if it works */
  advice: z.nullable(z.string()),
})
export type TestResult = z.infer<typeof testResult>

const modelList = z.object({
  models: z.array(z.string()),
  /** Why the provider's list couldn't be read; null if it could */
  problem: z.nullable(z.string()),
})

const confirmation = 'Needs a confirmation in the last ten minutes (POST /api/account/confirmation).'
const testDescription = `Really connects, with the values in the body or, without \`connection\`, with the connection as it is. ${confirmation}`
const saveDescription = `Without \`secret\`, the stored one is kept; null removes it. A stored secret never goes to another server: another host, port, security, provider, or address removes it. ${confirmation}`

export const connectionsRead = endpoint('GET', '/api/settings/connections', {
  summary: 'Read how email, AI, and speech are connected, without passwords and keys',
  response: connectionsResponse,
})

const updateOf = <Body extends z.core.$ZodType>(kind: ConnectionKind, body: Body, summary: string) =>
  endpoint('PUT', `/api/settings/connections/${kind}`, {
    summary,
    description: saveDescription,
    body,
    response: connectionsResponse,
  })

export const mailConnectionUpdate = updateOf('mail', mailRequest, 'Connect an email server')
export const aiConnectionUpdate = updateOf('ai', aiRequest, 'Connect an AI service')
export const speechConnectionUpdate = updateOf('speech', speechRequest, 'Connect a speech service')

export const connectionDelete = endpoint('DELETE', '/api/settings/connections/:kind', {
  summary: 'Disconnect a service and delete its password or key',
  description: confirmation,
  params: z.object({ kind: z.enum(connectionKinds) }),
  response: connectionsResponse,
})

const testOf = <Body extends z.core.$ZodType>(kind: ConnectionKind, body: Body, summary: string) =>
  endpoint('POST', `/api/settings/connections/${kind}/test`, {
    summary,
    description: testDescription,
    body,
    response: testResult,
  })

export const mailConnectionTest = testOf(
  'mail',
  z.strictObject({ connection: z.optional(mailRequest), sendTo: z.optional(emailAddress()) }),
  'Sign in to an email server, and send one email if `sendTo` is set',
)
export const aiConnectionTest = testOf(
  'ai',
  z.strictObject({ connection: z.optional(aiRequest) }),
  'Send a short request to an AI service',
)
export const speechConnectionTest = testOf(
  'speech',
  z.strictObject({ connection: z.optional(speechRequest) }),
  'Send a short sound to a speech service',
)

const modelsOf = <Target extends z.core.$ZodType>(kind: 'ai' | 'speech', target: Target, summary: string) =>
  endpoint('POST', `/api/settings/connections/${kind}/models`, {
    summary,
    description: confirmation,
    body: z.strictObject({ target, secret: apiKey }),
    response: modelList,
  })

export const aiModelList = modelsOf(
  'ai',
  aiTarget,
  'List the models of an AI service, as the service names them',
)
export const speechModelList = modelsOf(
  'speech',
  z.strictObject({ address: serviceAddress }),
  'List the models of a speech service, as the service names them',
)
