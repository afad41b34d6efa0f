import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { million, tangledTexts } from '../../../tests/helpers/tangled-texts.ts'
import { readMarkdown } from '../server/rendering/read-text.ts'

async function htmlOf(text: string): Promise<string> {
  const read = await readMarkdown(text)
  if (read.outcome !== 'read') throw new Error(read.outcome)
  return read.html
}

test('two texts are read at once, a few wait, and more are told to come back', async () => {
  const all = await Promise.all(Array.from({ length: 14 }, () => readMarkdown('a')))
  const outcomes = all.map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'read')).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(4)
  // Once these texts are done, the queue has room again.
  expect(await readMarkdown('a')).toEqual({ outcome: 'read', html: '<p>a</p>\n' })
})

test('one process reads one text after the other', async () => {
  await readMarkdown('a')
  let started = 0
  const count = () => void started++
  // Node publishes each new child process on this diagnostics channel.
  subscribe('child_process', count)
  onTestFinished(() => void unsubscribe('child_process', count))
  for (const text of ['b', 'c', 'd']) expect(await htmlOf(text)).toBe(`<p>${text}</p>\n`)
  expect(started).toBe(0)
})

test('a text that comes just when the idle process ends is read by another one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await readMarkdown('a')
  vi.runOnlyPendingTimers()
  expect(await htmlOf('b')).toBe('<p>b</p>\n')
})

describe('a text', () => {
  test('of Markdown becomes what a post can hold', async () => {
    const cases: [string, string][] = [
      ['', ''],
      ['one\ntwo\n\nthree', '<p>one<br />two</p>\n<p>three</p>\n'],
      ['# a\n## b\n##### c', '<h1>a</h1>\n<h2>b</h2>\n<h3>c</h3>\n'],
      ['**a** *b* ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code></p>\n'],
      ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
      ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n'],
      ['1986. A great year', '<ol start="1986">\n<li>A great year</li>\n</ol>\n'],
      ['> a', '<blockquote>\n<p>a</p>\n</blockquote>\n'],
      ['```js\na < b\n```', '<pre><code class="language-js">a &lt; b</code></pre>\n'],
      ['[a](https://example.org)', '<p><a href="https://example.org">a</a></p>\n'],
      [
        '|a|b|\n|-|:-:|\n|1 \\| 2|**3**|\n|4|',
        '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1 | 2</p></td><td><p><strong>3</strong></p></td></tr><tr><td><p>4</p></td><td><p></p></td></tr></tbody></table>\n',
      ],
      ['a & b < c', '<p>a &amp; b &lt; c</p>\n'],
      ['<u>a</u> **b**', '<p><u>a</u> <strong>b</strong></p>\n'],
    ]
    for (const [text, html] of cases) expect(await htmlOf(text), text).toBe(html)
  })

  test('loses nothing that a post has no form for', async () => {
    const cases: [string, string][] = [
      ['- [x] a\n- [ ] b', '<ul>\n<li>[x] a</li>\n<li>[ ] b</li>\n</ul>\n'],
      ['a\n\n---\n\nb', '<p>a</p>\n<p>* * *</p><p>b</p>\n'],
      ['![a](https://example.org/b.png)', '<p><a href="https://example.org/b.png">a</a></p>\n'],
      ['![a](/media/b.png)', '<p><img src="/media/b.png" alt="a" /></p>\n'],
    ]
    for (const [text, html] of cases) expect(await htmlOf(text), text).toBe(html)
  })

  test('that is HTML from its first to its last character stays as it is', async () => {
    for (const html of ['<p>a *b*</p>\n\n      <h2>c</h2>', '<ul><li>a</li></ul>'])
      expect(await htmlOf(html)).toBe(html)
  })

  test('runs nothing', async () => {
    const cases: [string, string][] = [
      ['a <script>alert(1)</script>', '<p>a </p>\n'],
      ['<p onclick="alert(1)">a</p>', '<p>a</p>'],
      ['<javascript:alert(1)>', '<p>javascript:alert(1)</p>\n'],
      ['[a](javascript:alert(1))', '<p>a</p>\n'],
      ['![a](javascript:alert(1))', '<p>a</p>\n'],
      ['![a](/media/../x" onerror="alert(1))', '<p>![a](/media/../x" onerror="alert(1))</p>\n'],
      [
        '[a](https://e.org "x" onmouseover="alert(1))',
        '<p>[a](<a href="https://e.org">https://e.org</a> "x" onmouseover="alert(1))</p>\n',
      ],
      ['```"><script>alert(1)</script>\na\n```', '<pre><code>a</code></pre>\n'],
    ]
    for (const [text, html] of cases) expect(await htmlOf(text), text).toBe(html)
  })

  // Slow: each of the four hostile texts uses up its time limit, 12 s on a busy machine.
  test('as long as a book is read, and one that is made to be slow is refused and holds no one up', async () => {
    const honest = 'A *paragraph* with a [link](https://example.org) and **bold** text.\n\n- one\n- two\n\n'
    // A million characters take half a second on an idle machine. 200,000 leave a margin for a busy one.
    expect(await htmlOf(million(honest).slice(0, 200_000))).toMatch(/^<p>A <em>paragraph<\/em>/)
    for (const [name, text] of Object.entries(tangledTexts)) {
      // The timer runs even on a slow machine. If this thread parsed the text itself, the timer would not run at all.
      let beats = 0
      const beat = setInterval(() => beats++, 5)
      expect(await readMarkdown(text), name).toEqual({ outcome: 'too-tangled' })
      clearInterval(beat)
      expect(beats, name).toBeGreaterThan(10)
    }
    expect(await htmlOf('a')).toBe('<p>a</p>\n')
  }, 90_000)
})
