import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import { full, megabytes } from '../../testing/long-html.ts'
import { countLostText } from './lost-text.ts'

async function startSaving() {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const save = async (content: string, more = {}) => {
    const json = { title: 'A post', content, ...more }
    const response = await server.send('/api/blog', { cookie, json })
    return { status: response.status, body: await response.json() }
  }
  return { server, cookie, save }
}

describe('HTML as long as it may be', () => {
  test.each([
    ['of entities', megabytes.entities],
    ['of one srcset', megabytes.picture],
  ])('%s is saved', async (_, content) => {
    const { save } = await startSaving()
    expect((await save(content)).status).toBe(201)
  })

  test('that takes too long to clean is refused in words', async () => {
    const { save } = await startSaving()
    const { status, body } = await save(full('<ul><li>'))
    expect(status).toBe(400)
    expect(body.detail).toBe('This post has too much formatting. Paste it as plain text.')
  })
})

describe('text that cleaning takes away', () => {
  test('is told to the writer, and the version before it stays', async () => {
    const { server, cookie, save } = await startSaving()
    const lost = 'A whole evening of work. '.repeat(20)
    const { body: first } = await save(`<p>a</p><p>${lost}</p>`)
    expect(first.lostText).toBeUndefined()
    const { id, version } = first
    const { body: second } = await save(`<p>a</p><style><p>${lost}</p>`, { id, version })
    expect(second).toMatchObject({ content: '<p>a</p>', lostText: 400 })
    const revisions = await (await server.send(`/api/blog/${id}/revisions`, { cookie })).json()
    const kept = await (
      await server.send(`/api/blog/${id}/revisions/${revisions.at(-1).id}`, { cookie })
    ).json()
    expect(kept.content).toContain(lost.trim())
  })

  test('is counted where it is much, and not where nothing was to be seen', () => {
    const words = 'word '.repeat(100)
    for (const [given, cleaned] of [
      [`<p>${words}</p>`, `<p>${words}</p>`],
      [`<style>${words}</style><SCRIPT>${words}</SCRIPT><!-- ${words} --><p>a</p>`, '<p>a</p>'],
      ['<p>&eacute;&nbsp;&#233; &amp;</p>', '<p>é\u00a0é &amp;</p>'],
      [`<p title="${words}">a</p>`, '<p>a</p>'],
      [`<p>${words}</p><iframe>lost</iframe>`, `<p>${words}</p>`],
    ] as const)
      expect(countLostText(given, cleaned), given).toBe(0)
    for (const open of ['<textarea>', '<iframe>', '<style>', '<!-- '])
      expect(countLostText(`<p>a</p>${open}<p>${words}</p>`, '<p>a</p>'), open).toBeGreaterThan(300)
    expect(countLostText('<p>a</p><style><p>b</p>', '<p>a</p>')).toBe(1)
  })

  test('is counted in proportion to the length of any HTML', () => {
    const before = process.threadCpuUsage()
    for (const part of ['<', '<!--', '<style>', '<style></style', '&a', '<a ', '</script'])
      countLostText(full(part), '')
    // The limit is in microseconds of CPU time. If the time grew with the square of the length, it would be hours.
    expect(process.threadCpuUsage(before).user).toBeLessThan(10_000_000)
  })
})
