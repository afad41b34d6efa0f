import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { aiProviders } from './contract/connected-services.ts'
import { isEmailAddress } from './contract/email.ts'
import { isTimeZone } from './contract/organization.ts'
import { usernameLimits } from './contract/session.ts'
import { type AppId, appIds } from './contract/site.ts'
import { readEnvironmentConnections, readSmtpUrl } from './server/connected-services.ts'
import { type MediaPlace, readS3Address, type S3Place } from './server/media-location.ts'
import { brand } from './words/brand.ts'

/** Min characters of SECRET_KEY, and of the text in the key file */
export const minSecretKeyLength = 32

const webAddress = z
  .url({
    protocol: /^https?$/,
    error: 'must be a web address that starts with https:// or http://',
  })
  .max(2000, 'must have up to 2000 characters')
const originOnly = webAddress
  .refine((url) => {
    if (!URL.canParse(url)) return true // Reported by `webAddress`
    const { pathname, search, hash, username, password } = new URL(url)
    return pathname === '/' && !(search || hash || username || password)
  }, 'must be a bare address such as https://www.example.org, without a path')
  .transform((url) => new URL(url).origin)
/** Decimal digits only: rejects 1e3 and 0x10, which JavaScript would accept */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
const amount = z
  .string()
  .trim()
  .regex(/^\d+(\.\d+)?$/, 'must be a number such as 0.15')
  .transform(Number)
const email = z.string().refine(isEmailAddress, 'must be an email address')
/** `hello@example.org` or `Harbor Helpers <hello@example.org>`, with or without quotes around the name */
const sender = z.string().transform((text, context) => {
  const [, name = '', inBrackets] = /^\s*([^<>\n\r]*?)\s*<([^<>]+)>\s*$/.exec(text) ?? []
  const address = (inBrackets ?? text).trim()
  if (isEmailAddress(address)) return { name: name.replace(/^"(.*)"$/, '$1') || undefined, address }
  context.addIssue('must be an email address, or a name and an address such as Example <hello@example.org>')
  return z.NEVER
})

const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://', abort: true })
  .refine((url) => {
    try {
      return readSmtpUrl(url).host !== ''
    } catch {
      // It is no URL, or has a percent sign that escapes nothing.
      return false
    }
  }, 'must be an address such as smtp://user:password@host:587, with special characters escaped (%40 for @)')

const timeZone = z.string().refine(isTimeZone, 'must be a time zone such as America/New_York')

const secretKey = z
  .string()
  .trim()
  .min(minSecretKeyLength, `must have at least ${minSecretKeyLength} characters`)

/** APP_URLS, such as `beezy=https://...,calmpath=https://...` */
const appUrls = z.string().transform((text, context) => {
  const urls: Partial<Record<AppId, string>> = {}
  for (const part of text.split(',').filter((piece) => piece.trim() !== '')) {
    const [, id, url] = /^\s*([a-z0-9-]+)\s*=\s*(\S+)\s*$/.exec(part) ?? []
    const app = appIds.find((known) => known === id)
    if (!app || !webAddress.safeParse(url).success) {
      context.addIssue(`must be pairs such as beezy=https://..., with the names ${appIds.join(', ')}`)
      return z.NEVER
    }
    urls[app] = url
  }
  return urls
})

/** MEDIA_STORE: the bucket, or undefined for `disk`, the folder `media` in DATA_DIR */
const mediaStore = z.string().transform((text, context) => {
  if (text.trim() === 'disk') return undefined
  const read = readS3Address(text.trim())
  if ('place' in read) return read.place
  for (const mistake of read.mistakes) context.addIssue(mistake)
  return z.NEVER
})

/** Settings that each provider requires */
const providerNeeds: Record<string, readonly string[]> = {
  'openai-compatible': ['AI_BASE_URL', 'AI_MODEL'],
  openai: ['AI_API_KEY', 'AI_MODEL'],
  anthropic: ['AI_API_KEY', 'AI_MODEL'],
}

function neededByProvider<Name extends 'AI_BASE_URL' | 'AI_API_KEY' | 'AI_MODEL'>(name: Name) {
  const isThere = (env: { [key in Name]?: string | undefined } & { AI_PROVIDER?: string | undefined }) =>
    Boolean(env[name]) || !providerNeeds[env.AI_PROVIDER ?? '']?.includes(name)
  const options = { path: [name] as string[], error: 'is missing: AI_PROVIDER needs it', when: () => true }
  return [isThere, options] as const
}

const environment = z
  .object({
    NODE_ENV: z.string().optional(),
    PORT: wholeNumber(0, 65535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: originOnly.optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
      .optional(),
    DATABASE_POOL: wholeNumber(2, 500).default(8),
    HSTS_SUBDOMAINS: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
    BACKUPS_KEEP: wholeNumber(0, 1000).default(14),
    ADMIN_USERNAME: z.string().trim().min(usernameLimits.min).max(usernameLimits.max).optional(),
    // Checked only when it is used (app/main.ts), because it may be from a time with other rules.
    ADMIN_PASSWORD: z.string().optional(),
    TRUSTED_PROXIES: z
      .string()
      .transform((list) => list.split(',').map((proxy) => proxy.trim()))
      .pipe(
        z.array(
          z.union(
            [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
            'must be IP addresses or ranges such as 10.0.0.0/8',
          ),
        ),
      )
      .optional(),
    SITE_NAME: z.string().trim().min(1).max(100).optional(),
    BOOKING_URL: webAddress.optional(),
    COMMUNITY_URL: webAddress.optional(),
    APP_URLS: appUrls.optional(),
    CONTACT_EMAIL: email.optional(),
    NOTIFY_EMAIL: email.optional(),
    ORG_POSTAL_ADDRESS: z.string().max(500).optional(),
    TIME_ZONE: timeZone.optional(),
    AI_PROVIDER: z.enum(aiProviders, 'must be openai-compatible, openai, or anthropic').optional(),
    AI_BASE_URL: webAddress.optional(),
    AI_API_KEY: z.string().optional(),
    AI_MODEL: z.string().optional(),
    AI_PRICE_IN: amount.optional(),
    AI_PRICE_OUT: amount.optional(),
    AI_MONTHLY_BUDGET: amount.optional(),
    STT_BASE_URL: webAddress.optional(),
    STT_API_KEY: z.string().optional(),
    STT_MODEL: z.string().optional(),
    SMTP_URL: smtpUrl.optional(),
    SMTP_CONNECTIONS: wholeNumber(1, 200).default(30),
    MAIL_FROM: sender.optional(),
    MEDIA_STORE: mediaStore.optional(),
    SECRET_KEY: secretKey.optional(),
    SECRET_KEY_OLD: secretKey.optional(),
    METRICS_TOKEN: z.string().trim().min(16, 'must have at least 16 characters').optional(),
    LOG_LEVEL: z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
        'must be a level such as info or warn',
      )
      .default('info'),
    SEED: z.enum(['sample', 'none'], 'must be sample or none').optional(),
    REHEARSAL: z.string().optional(),
  })
  .refine((env) => !env.ADMIN_USERNAME === !env.ADMIN_PASSWORD, {
    path: ['ADMIN_USERNAME'],
    error: 'and ADMIN_PASSWORD belong together: set both or neither',
    // Also checked if other values are invalid, so that every mistake is listed at once.
    when: () => true,
  })
  .refine(...neededByProvider('AI_BASE_URL'))
  .refine(...neededByProvider('AI_API_KEY'))
  .refine(...neededByProvider('AI_MODEL'))

export type Config = ReturnType<typeof toConfig>

/** An invalid configuration. The message lists every mistake, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the configuration from `.env` and the environment; the environment wins. Empty and blank values count as unset.
 * @throws ConfigError
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, folder = process.cwd()): Config {
  const file = resolve(folder, '.env')
  const given = { ...readEnvFile(file), ...env }
  const parsed = environment.safeParse(
    Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined && value.trim() !== ''),
    ),
  )
  if (parsed.success) return toConfig(parsed.data, folder)
  const lines = parsed.error.issues.map((issue) => `  ${String(issue.path[0])} ${issue.message}`)
  throw new ConfigError(`The configuration has errors. Fix these and start again:\n${lines.join('\n')}`)
}

function readEnvFile(file: string): NodeJS.Dict<string> {
  if (!existsSync(file)) return {}
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch {
    throw new ConfigError(`The file ${file} can’t be read. Make it readable for this user, or remove it.`)
  }
}

function toConfig(env: z.output<typeof environment>, folder: string) {
  const isRehearsal = env.REHEARSAL !== undefined
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    dev: env.NODE_ENV === 'development',
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    https: publicUrl.startsWith('https:'),
    /** True if browsers should use https for every subdomain too */
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'yes',
    dataDir: resolve(folder, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    smtpConnections: env.SMTP_CONNECTIONS,
    /** Number of daily backups to keep. 0 turns daily backups off. */
    backupsKeep: env.BACKUPS_KEEP,
    backupsFolder: resolve(folder, env.DATA_DIR, 'backups'),
    firstAdmin:
      env.ADMIN_USERNAME && env.ADMIN_PASSWORD
        ? { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD }
        : undefined,
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    site: {
      ...brand,
      publicUrl,
      name: env.SITE_NAME ?? brand.name,
      bookingUrl: env.BOOKING_URL ?? brand.bookingUrl,
      communityUrl: env.COMMUNITY_URL ?? brand.communityUrl,
      appUrls: { ...brand.appUrls, ...env.APP_URLS },
      contactEmail: env.CONTACT_EMAIL ?? brand.contactEmail,
      postalAddress: env.ORG_POSTAL_ADDRESS ?? brand.postalAddress,
      timeZone: env.TIME_ZONE ?? brand.timeZone,
    },
    notifyEmail: env.NOTIFY_EMAIL,
    /** Email, AI, and speech, if they are not connected in Settings. Only server/connections reads this. */
    connections: readEnvironmentConnections(env),
    mediaPlace: placeOfMedia(env.MEDIA_STORE, resolve(folder, env.REHEARSAL ?? env.DATA_DIR, 'media')),
    /**
     * True for a copy of a site that is compared with another version (tools/rehearsal): it runs no jobs, counts no
     * visits, reaches no service, and only reads pictures.
     */
    isRehearsal,
    /** The key for sealing secrets in the database (server/secrets) */
    secretKey: env.SECRET_KEY,
    /** The key before the current one, with which secrets can still be opened */
    earlierSecretKey: env.SECRET_KEY_OLD,
    /** Token of /metrics, which does not exist without one */
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    seed: env.SEED ?? (!env.DATABASE_URL && !env.PUBLIC_URL ? 'sample' : 'none'),
  }
}

function placeOfMedia(bucket: S3Place | undefined, folder: string): MediaPlace {
  return bucket ? { kind: 's3', ...bucket } : { kind: 'disk', folder }
}
