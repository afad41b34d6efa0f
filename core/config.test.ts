import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, '/nowhere')

test('everything has a default', () => {
  expect(read({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    https: false,
    dataDir: '/nowhere/data',
    databaseUrl: undefined,
    databasePool: 8,
    backupsKeep: 14,
    backupsFolder: '/nowhere/data/backups',
    firstAdmin: undefined,
    site: { name: 'Everyday AI', bookingUrl: 'https://beezy.example/schedule/info' },
    seed: 'sample',
  })
})

test('sample content is only for the embedded database on the default address', () => {
  expect(read({ PUBLIC_URL: 'https://x.example' }).seed).toBe('none')
  expect(read({ DATABASE_URL: 'postgres://a@b/c' }).seed).toBe('none')
  expect(read({ DATABASE_URL: 'postgres://a@b/c', SEED: 'sample' }).seed).toBe('sample')
})

test('the environment overrides the brand; empty values count as unset', () => {
  const { site, https } = read({
    SITE_NAME: 'Harbor Helpers',
    BOOKING_URL: '',
    APP_URLS: 'beezy=https://b.example, calmpath=https://c.example/x',
    PUBLIC_URL: 'https://x.example/',
  })
  expect(site.name).toBe('Harbor Helpers')
  expect(site.bookingUrl).toBe('https://beezy.example/schedule/info')
  expect(site.appUrls).toMatchObject({ beezy: 'https://b.example', calmpath: 'https://c.example/x' })
  expect(site.appUrls.pricevue).toBe('https://pricevue.example')
  expect(site.publicUrl).toBe('https://x.example')
  expect(https).toBe(true)
})

test('the public address is a bare one, however it is written', () => {
  expect(read({ PUBLIC_URL: 'HTTPS://Example.ORG' })).toMatchObject({
    publicUrl: 'https://example.org',
    https: true,
  })
  for (const url of ['https://x.example/sub', 'https://x.example?a', 'https://ann:secret@x.example'])
    expect(() => read({ PUBLIC_URL: url }), url).toThrow('PUBLIC_URL must be a bare address')
})

test('numbers are written in digits; blank values count as unset', () => {
  expect(read({ PORT: ' ', DATABASE_POOL: '\t', SITE_NAME: ' ' })).toMatchObject({
    port: 3000,
    databasePool: 8,
    site: { name: 'Everyday AI' },
  })
  const anthropic = { AI_PROVIDER: 'anthropic', AI_API_KEY: 'x', AI_MODEL: 'x' }
  expect(read({ PORT: ' 8080 ', ...anthropic, AI_PRICE_IN: '0.15' })).toMatchObject({
    port: 8080,
    connections: { ai: { priceIn: 0.15 } },
  })
  for (const PORT of ['1e3', '0x10', '0b1', '+80', '80.0', '80 81', 'Infinity', '٣'])
    expect(() => read({ PORT }), PORT).toThrow('PORT must be a whole number')
  expect(() => read({ PORT: '-1' })).toThrow('PORT must be at least 0')
  for (const AI_PRICE_IN of ['1e3', '0x10', '-1', '.5', 'free'])
    expect(() => read({ AI_PRICE_IN }), AI_PRICE_IN).toThrow('AI_PRICE_IN must be a number')
})

test('every mistake is listed in one message', () => {
  const wrong = {
    PORT: '99999',
    PUBLIC_URL: 'example.org',
    DATABASE_URL: 'mysql://x',
    DATABASE_POOL: 'many',
    BACKUPS_KEEP: '-1',
    ADMIN_USERNAME: 'ann',
    TRUSTED_PROXIES: '10.0.0.0/8, proxy',
    APP_URLS: 'bee=https://b.example',
    CONTACT_EMAIL: 'ann',
    TIME_ZONE: 'Mars/Olympus',
    AI_PROVIDER: 'skynet',
    MAIL_FROM: 'Ann <ann>',
    METRICS_TOKEN: 'short',
    LOG_LEVEL: 'loud',
    SEED: 'yes',
    BOOKING_URL: 'javascript:alert(1)',
  }
  let message = ''
  try {
    read(wrong)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    message = (error as Error).message
  }
  for (const name of Object.keys(wrong)) expect(message, name).toMatch(new RegExp(`^  ${name} .+`, 'm'))
})

test.each([
  [{ AI_PROVIDER: 'openai-compatible' }, ['AI_BASE_URL', 'AI_MODEL']],
  [{ AI_PROVIDER: 'openai', AI_BASE_URL: 'https://x.example' }, ['AI_API_KEY', 'AI_MODEL']],
  [{ AI_PROVIDER: 'anthropic', AI_MODEL: 'x' }, ['AI_API_KEY']],
])('an AI service needs all of its settings: %j', (env, missing) => {
  const lines = missing.map((name) => `  ${name} is missing: AI_PROVIDER needs it`)
  expect(() => read({ ...env, PORT: 'x' })).toThrow(['  PORT must be a whole number', ...lines].join('\n'))
  expect(() =>
    read({ ...env, AI_BASE_URL: 'https://x.example', AI_API_KEY: 'x', AI_MODEL: 'x' }),
  ).not.toThrow()
})

test.each([
  ['hello@example.org', undefined],
  ['<hello@example.org>', undefined],
  ['Harbor Helpers <hello@example.org>', 'Harbor Helpers'],
  [' "Harbor, Helpers & Co." <hello@example.org> ', 'Harbor, Helpers & Co.'],
  ['Zoë’s Café <hello@example.org>', 'Zoë’s Café'],
])('MAIL_FROM may have a name: %s', (text, name) => {
  expect(read({ MAIL_FROM: text }).connections.sender).toEqual({ name, address: 'hello@example.org' })
})

test.each([
  'Ann',
  'Ann ann@example.org',
  'Ann <ann@example.org> <bob@example.org>',
  'Ann <ann@example.org>, Bob <bob@example.org>',
  'Ann <ann@example.org',
  'Ann <>',
  'Ann\nBcc: bob@example.org <ann@example.org>',
])('MAIL_FROM is one address: %j', (text) => {
  expect(() => read({ MAIL_FROM: text })).toThrow('MAIL_FROM must be an email address, or a name and')
})

test('pictures are kept in the data folder', () => {
  expect(read({ MEDIA_STORE: 'disk', DATA_DIR: '/srv/ai' }).mediaPlace).toEqual({
    kind: 'disk',
    folder: '/srv/ai/media',
  })
})

test('pictures are kept in a bucket', () => {
  const place = (address: string) => read({ MEDIA_STORE: address }).mediaPlace
  expect(place('s3://AKIA:a%2Fb%2Bc@s3.eu-central-1.amazonaws.com/our-pictures?region=eu-central-1')).toEqual(
    {
      kind: 's3',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      bucket: 'our-pictures',
      accessKeyId: 'AKIA',
      secretAccessKey: 'a/b+c',
    },
  )
  expect(place('s3://minio:minio-secret@localhost:9000/media?tls=0')).toMatchObject({
    endpoint: 'http://localhost:9000',
    region: 'us-east-1',
    bucket: 'media',
  })
  expect(place('s3://k:s@abc.r2.cloudflarestorage.com/media?region=auto')).toMatchObject({ region: 'auto' })

  const mistakes: [string, string[]][] = [
    ['https://bucket.example', ['must be disk, or an address such as s3://KEY:SECRET@host/bucket']],
    ['s3://SECRETKEY@host/media', ['needs a key and its secret before the host']],
    ['s3://SECRETKEY:SECRET%@host/media', ['needs a key and its secret before the host']],
    [
      's3://host?region=EU West&tls=no&path=x#y',
      [
        'needs a key and its secret',
        'needs the name of one bucket',
        'has a region that is none',
        'knows tls=0',
        'knows region and tls',
        'must not have a #',
      ],
    ],
    ['s3://k:SECRET@host/media/folder', ['needs the name of one bucket']],
    ['s3:///media', ['names no host', 'needs a key']],
  ]
  for (const [address, words] of mistakes) {
    let message = ''
    try {
      place(address)
    } catch (error) {
      message = (error as Error).message
    }
    const lines = message.split('\n').filter((line) => line.startsWith('  MEDIA_STORE '))
    expect(lines, address).toHaveLength(words.length)
    for (const [index, text] of words.entries()) expect(lines[index], address).toContain(text)
    expect(message).not.toMatch(/SECRETKEY|SECRET%/)
  }
})
