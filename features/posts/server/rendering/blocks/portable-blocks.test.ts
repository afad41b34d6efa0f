import { expect, test } from 'vitest'
import { everyBlock } from '../../../testing/every-block.ts'
import { createConverter } from '../html-to-markdown.ts'
import { toPortableHtml } from './portable-blocks.ts'

const table = (...rows: string[]) =>
  `<table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`
const plainTable = table(
  '<th><p>A</p></th><th><p>B | C</p></th>',
  '<td><p><strong>1</strong></p></td><td><p></p></td>',
)

test('blocks are plain HTML where our styles are missing', () => {
  const html = toPortableHtml(everyBlock)
  expect(html).not.toMatch(/<aside|<figure|class="(?!data")/)
  expect(html).toContain(
    '<table border="1" cellpadding="8" cellspacing="0" class="data"><thead><tr><th><p>Day</p></th>',
  )
  expect(html).toContain('<blockquote><p><strong>Tip</strong></p><p>Come ten minutes early:</p><ul>')
  expect(html).toContain(
    '<p><strong><a href="https://example.org/?a=1&amp;b=2">Save my seat</a></strong></p>',
  )
  expect(html).toContain(
    '<p><a href="https://vimeo.com/76979871/8272103f6e">What people say (video on Vimeo)</a></p>',
  )
  const name = '0a'.repeat(16)
  expect(
    toPortableHtml(`<p class="file-link"><a href="/files/${name}/a.pdf" data-bytes="2345678">Plan</a></p>`),
  ).toBe(`<p><a href="/files/${name}/a.pdf">Plan</a> (PDF, 2.3 MB)</p>`)
  const poster = `<img src="/media/${name}-640" alt="" />`
  expect(toPortableHtml(`<figure class="video"><a href="https://vimeo.com/1">${poster}A</a></figure>`)).toBe(
    `<p><a href="https://vimeo.com/1">${poster}<br />A (video on Vimeo)</a></p>`,
  )
  expect(toPortableHtml('<p>a</p>')).toBe('<p>a</p>')
})

test('a plain table is a table in Markdown, and any other one is HTML', async () => {
  const turndown = await createConverter()
  expect(turndown.turndown(toPortableHtml(`<p>x</p>${plainTable}<p>y</p>`))).toBe(
    'x\n\n| A | B \\| C |\n| --- | --- |\n| **1** |  |\n\ny',
  )
  expect(turndown.turndown(toPortableHtml(everyBlock))).toContain('<td colspan="2"><ul>')
  expect(turndown.turndown(toPortableHtml(everyBlock))).toContain('> **Important**\n> \n> Doors close at 9.')
})
