import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { megabytes } from '../../posts/testing/long-html.ts'
import { assistantMessages } from '../contract/assistant.ts'

const hundred = `<p>${'a'.repeat(99)}&amp;</p>`
const silence = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(64)])

function recording(file: Uint8Array<ArrayBuffer>, field = 'audio'): FormData {
  const form = new FormData()
  form.set(field, new Blob([file], { type: 'audio/wav' }), 'recording.wav')
  return form
}

const calls: [string, unknown][] = [
  ['/api/ai/suggestions', { prompt: 'AI productivity tips' }],
  ['/api/ai/generate-excerpt', { content: hundred }],
  ['/api/ai/generate-post', { topic: 'AI productivity tips' }],
  ['/api/ai/enhance-content', { content: 'some notes', style: 'blog-post' }],
]

const send = (server: TestServer, path: string, json: unknown, cookie = '') =>
  server.send(path, { method: 'POST', json, cookie })

describe('without an AI service', () => {
  test('every call is for admins, and what needs one says what to configure', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    for (const [path, json] of [...calls, ['/api/blog/generate-ai-content', undefined] as const])
      expect((await send(server, path, json)).status, path).toBe(401)
    for (const [path, json] of [
      ['/api/ai/generate-post', { topic: 'x' }],
      ['/api/blog/generate-ai-content', undefined],
    ] as const) {
      const response = await send(server, path, json, cookie)
      expect(response.status, path).toBe(503)
      expect(response.headers.get('content-type')).toContain('application/problem+json')
      const { title, detail } = await response.json()
      expect(title).toBe('No AI service')
      for (const setting of ['AI_PROVIDER', 'AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL'])
        expect(detail).toContain(setting)
    }
  })

  test('the built-in helper answers the rest, and says so', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const ask = async (path: string, json: unknown) => {
      const response = await send(server, path, json, cookie)
      expect(response.status).toBe(200)
      return response.json()
    }
    const { suggestions, provider } = await ask('/api/ai/suggestions', { prompt: 'AI productivity tips' })
    expect(provider).toBe('built-in')
    expect(new Set(suggestions).size).toBe(5)
    const text = 'A church office gets forty calls on a Monday. Most of them ask for the same five facts. '
    expect(
      await ask('/api/ai/generate-excerpt', { content: `<h1>Calls</h1><p>${text.repeat(2)}</p>` }),
    ).toEqual({
      excerpt: expect.stringContaining('forty calls'),
      provider: 'built-in',
    })
    expect(await ask('/api/ai/enhance-content', { content: 'Bring to the hall:\ntables\nchairs' })).toEqual({
      title: expect.any(String),
      enhanced_content: '<p>Bring to the hall:</p><ul><li>tables</li><li>chairs</li></ul>',
      excerpt: expect.stringContaining('Bring to the hall'),
      tags: expect.arrayContaining(['Tables']),
      provider: 'built-in',
    })
  })

  test('wrong input comes first, in the words of the specification', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const cases: [string, unknown, string][] = [
      [
        '/api/ai/generate-excerpt',
        { content: `<p>${'a'.repeat(99)}</p>` },
        assistantMessages.notEnoughContent,
      ],
      [
        '/api/ai/generate-excerpt',
        { content: `<p>${'&amp;'.repeat(99)}</p>` },
        assistantMessages.notEnoughContent,
      ],
      // Two blocks of 49 characters and the space between them make 99 characters, one fewer than required.
      [
        '/api/ai/generate-excerpt',
        { content: `<p>${'a'.repeat(49)}</p>\n\n<p>${'b'.repeat(49)}</p>` },
        assistantMessages.notEnoughContent,
      ],
      ['/api/ai/enhance-content', { content: ' \n ' }, assistantMessages.enhanceBlank],
      ['/api/ai/enhance-content', { content: '<p><br></p>' }, assistantMessages.enhanceBlank],
      ['/api/ai/suggestions', {}, 'The field “prompt” is missing.'],
      ['/api/ai/generate-post', { topic: 5 }, 'The field “topic” must be text.'],
      ['/api/ai/generate-post', { topic: 'x', more: 1 }, 'There’s no field “more” here.'],
    ]
    for (const [path, json, words] of cases) {
      const response = await send(server, path, json, cookie)
      expect(response.status, words).toBe(400)
      expect((await response.json()).detail).toContain(words)
    }
  })
})

test('an excerpt needs 100 characters of text: decoded, without tags, blocks separated by one space', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const texts = [
    `<p>${'a'.repeat(49)}</p><p>${'b'.repeat(50)}</p>`,
    `<ul><li><p>${'a'.repeat(49)}</p></li><li>${'b'.repeat(50)}</li></ul>`,
    // Escaped tags are visible text: each "<tr>" counts as four characters.
    `<p>${'&lt;tr&gt;'.repeat(25)}</p>`,
    `<p>${'&amp;'.repeat(100)}</p>`,
    `<p>${'🙂'.repeat(100)}</p>`,
  ]
  for (const content of texts) {
    expect((await send(server, '/api/ai/generate-excerpt', { content }, cookie)).status, content).toBe(200)
    const shorter = content.replace(/a|&lt;|&amp;|🙂/u, '')
    const refused = await send(server, '/api/ai/generate-excerpt', { content: shorter }, cookie)
    expect(refused.status, shorter).toBe(400)
    expect((await refused.json()).detail).toBe(assistantMessages.notEnoughContent)
  }
})

test('a megabyte of text is enhanced, and one of markup without text is refused', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  for (const path of ['/api/ai/enhance-content', '/api/ai/generate-excerpt'])
    expect((await send(server, path, { content: megabytes.pictureWithoutText }, cookie)).status, path).toBe(
      400,
    )
  const enhanced = await send(server, '/api/ai/enhance-content', { content: megabytes.entities }, cookie)
  expect(enhanced.status).toBe(200)
})

test('tags without end are refused before they are cleaned, which would take minutes', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const soup = '<b>'.repeat(300_000)
  const enhanced = await send(server, '/api/ai/enhance-content', { content: soup }, cookie)
  expect(enhanced.status).toBe(422)
  expect((await enhanced.json()).detail).toContain('too much formatting')
  const excerpt = await send(server, '/api/ai/generate-excerpt', { content: soup }, cookie)
  expect(excerpt.status).toBe(422)
  expect((await excerpt.json()).detail).toContain('too much formatting')
  const { suggestions } = await (
    await send(server, '/api/ai/suggestions', { prompt: `${soup} tea` }, cookie)
  ).json()
  expect(suggestions).toHaveLength(5)
  expect(suggestions.join()).not.toContain('tea')
  const endless = await send(server, '/api/ai/enhance-content', { content: 'x'.repeat(1_000_001) }, cookie)
  expect(endless.status).toBe(413)
})

describe('transcribing without a speech service', () => {
  const transcribe = (server: TestServer, body: BodyInit, cookie: string, headers = {}) =>
    server.send('/api/ai/transcribe', { body, cookie, headers })

  test('takes a WAV recording, and hands back no text, which shows what to configure', async () => {
    const server = await startTestServer()
    expect((await transcribe(server, recording(silence), '')).status).toBe(401)
    const response = await transcribe(server, recording(silence), await server.signIn())
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ text: '', provider: 'none' })
  })

  test('refuses anything else, and leaves no file anywhere', async () => {
    // The server keeps its temporary files and its data folder below TMPDIR.
    const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-uploads-'))
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(async () => {
      vi.unstubAllEnvs()
      await rm(folder, { recursive: true, force: true })
    })
    const server = await startTestServer({ env: {} })
    const cookie = await server.signIn()
    const listFiles = async () => (await readdir(folder, { recursive: true })).toSorted()
    const before = await listFiles()
    expect(before).not.toEqual([])
    const multipart = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })
    const cases: [BodyInit, Record<string, string>, number][] = [
      [recording(Buffer.from('RIFF, but an mp3')), {}, 415],
      [recording(silence, 'file'), {}, 400],
      [recording(Buffer.alloc(0)), {}, 400],
      ['{}', { 'content-type': 'application/json' }, 415],
      [silence, { 'content-type': 'audio/wav' }, 415],
      ['audio=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['--x\r\ncontent-disposition: form-data; name="audio', multipart('x'), 400],
      ['nothing', { 'content-type': 'multipart/form-data' }, 400],
      [recording(Buffer.alloc(26 * 1024 * 1024)), {}, 413],
      [recording(Buffer.from('RIFF....WAVE', 'utf16le')), {}, 415],
      [recording(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])), {}, 415],
    ]
    for (const [body, headers, status] of cases) {
      const response = await transcribe(server, body, cookie, headers)
      expect(response.status, String(body).slice(0, 40)).toBe(status)
      const { detail, error } = await response.json()
      expect(error).toBe(detail)
      expect(error).toMatch(/\.$/)
      // All endpoints of the API refuse URL-encoded forms, so that message does not mention recordings.
      if (!headers['content-type']?.includes('urlencoded')) expect(error).toMatch(/recording/i)
    }
    expect(await listFiles()).toEqual(before)
  })
})
