import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../../../tests/helpers/random.ts'
import { tableLimits } from '../../../contract/post-blocks.ts'
import { randomBlocks } from '../../../testing/random-blocks.ts'
import { hasTooManyTags, linesOf, sanitizePost } from '../sanitize.ts'

const fileAddress = `/files/${'0a'.repeat(16)}/annual-report.pdf`
const picture = `<img src="/media/${'0a'.repeat(16)}-640" alt="A desk" />`
const youTube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

/** A table in the stored form. Each cell is its content, with `th:` before it for a header. */
const tableOf = (...rows: string[][]) => {
  const cellOf = (cell: string) => {
    const name = cell.startsWith('th:') ? 'th' : 'td'
    return `<${name}><p>${cell.replace('th:', '')}</p></${name}>`
  }
  return `<table><tbody>${rows.map((row) => `<tr>${row.map(cellOf).join('')}</tr>`).join('')}</tbody></table>`
}

const button = (inside: string) => `<p class="button-link">${inside}</p>`
const tip = (inside: string) => `<aside data-tone="tip">${inside}</aside>`
const file = (inside: string) => `<p class="file-link">${inside}</p>`
const video = (inside: string) => `<figure class="video">${inside}</figure>`
const youTubeVideo = video(`<a href="${youTube}">A</a>`)

describe('a block in the stored form', () => {
  test.each([
    ['table', tableOf(['th:A', 'th:B'], ['1', '<strong>2</strong><br />3'])],
    [
      'table with spans and lists',
      '<table><tbody><tr><th colspan="2"><p>A</p></th></tr><tr><td rowspan="2"><p>1</p></td><td><ul><li><p>2</p></li></ul></td></tr><tr><td><ol start="3"><li><p>3</p></li></ol><p></p></td></tr></tbody></table>',
    ],
    [
      'table whose last row has no cells of its own',
      '<table><tbody><tr><td rowspan="2"><p>1</p></td></tr><tr></tr></tbody></table>',
    ],
    ['button', button('<a href="https://example.org/?a=1&amp;b=2">Sign up &amp; pay</a>')],
    ['button to a page of this site', button('<a href="/about">About us</a>')],
    ['callout', '<aside data-tone="important"><p>One <em>thing</em></p><ul><li><p>a</p></li></ul></aside>'],
    ['empty callout', tip('<p></p>')],
    ['file', file(`<a href="${fileAddress}" data-bytes="12345">Annual report</a>`)],
    ['video', video(`<a href="${youTube}">How we plan</a>`)],
    ['video with a picture', video(`<a href="https://vimeo.com/1/8272103f6e">${picture}A</a>`)],
  ])('stays as it is: %s', (_, html) => {
    const text = `<p>before</p>${html}<h2>after</h2>`
    expect(sanitizePost(text)).toBe(text)
  })
})

describe('a table of another program', () => {
  test.each<[string, [string, string]]>(
    Object.entries({
      'a web page': [
        '<table border="1" style="width:9px" class="x"><caption>Prices</caption><colgroup><col></colgroup><thead><tr><td>A</td><td align="right">B</td></tr></thead><tfoot><tr><td>total</td><td>3</td></tr></tfoot><tbody><tr><td>1<td>2</tbody></table>',
        `<p>Prices</p>${tableOf(['th:A', 'th:B'], ['1', '2'], ['total', '3'])}`,
      ],
      Word: [
        '<table class=MsoTableGrid border=1><tr style="x"><td width=10 valign=top><p class=MsoNormal><b>A<o:p></o:p></b></p></td><td><p class=MsoNormal>&nbsp;</p></td></tr></table>',
        tableOf(['<strong>A</strong>', '\u00a0']),
      ],
      'Google Docs': [
        '<b id="docs-internal-guid-1"><p>before</p><div dir="ltr"><table><colgroup><col width="1"/></colgroup><tbody><tr><td><p><span>A</span></p></td><td><br></td></tr></tbody></table></div></b>',
        `<p>before</p>${tableOf(['A', ''])}`,
      ],
      Excel: [
        '<style>td{x}</style><table border=0 cellpadding=0><col width=64 span=2><tr height=20><td height=20 class=xl65>1</td><td>&nbsp;</td></tr></table>',
        tableOf(['1', '']),
      ],
      'a table in a table': [
        '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td></tr></table>',
        tableOf(['a</p><p>b</p><p>c']),
      ],
      'headings, quotations, and code in cells': [
        '<table><tr><td><h2>a</h2><blockquote><p>b</p></blockquote><pre><code>c\nd</code></pre></td></tr></table>',
        tableOf(['<strong>a</strong></p><p>b</p><p><code>c<br />d</code>']),
      ],
      'blocks in cells': [
        `<table><tr><td><aside data-tone="tip"><p>a</p></aside><p class="file-link"><a href="${fileAddress}" data-bytes="5">b</a></p></td></tr></table>`,
        tableOf([`a</p><p><a href="${fileAddress}">b</a>`]),
      ],
      'rows of different lengths': [
        '<table><tr><td>a</td></tr><tr></tr><tr><td>b</td><td>c</td></tr></table>',
        tableOf(['a', ''], ['b', 'c']),
      ],
      'spans that leave the table': [
        '<table><tr><td rowspan="900" colspan="0">a</td></tr></table>',
        tableOf(['a']),
      ],
      'spans that overlap': [
        '<table><tr><td>a</td><td rowspan="2">b</td></tr><tr><td colspan="2">c</td></tr></table>',
        '<table><tbody><tr><td><p>a</p></td><td rowspan="2"><p>b</p></td></tr><tr><td><p>c</p></td></tr></tbody></table>',
      ],
      'no rows': ['<p>a</p><table></table><table><tr></tr></table>', '<p>a</p>'],
      'rows without a table': ['<tr><td>a</td><td>b</td></tr>', '<p>a</p><p>b</p>'],
      'text between cells': ['<table>a<tr>b<td>c</td></tr></table>', `<p>a</p><p>b</p>${tableOf(['c'])}`],
      'a list and a quotation around it': [
        '<ul><li>a<table><tr><td>b</td></tr></table></li></ul><blockquote><table><tr><td>c</td></tr></table></blockquote>',
        '<ul><li>a<p>b</p></li></ul><blockquote><p>c</p></blockquote>',
      ],
      'a paragraph around it': [
        '<div>a <b>b</b><table><tr><td>c</td></tr></table> d</div>',
        `<p>a <strong>b</strong></p>${tableOf(['c'])}<p> d</p>`,
      ],
    }),
  )('gets the stored form: %s', (_, [html, stored]) => {
    for (const given of [html, stored]) expect(sanitizePost(given)).toBe(stored)
  })

  test('has spans of a reasonable size', () => {
    const wide = sanitizePost('<table><tr><td colspan="1000">a</td></tr><tr><td>b</td></tr></table>')
    expect(wide.match(/<td/g)).toHaveLength(1 + tableLimits.span)
    expect(wide).toContain('<td colspan="20">')
  })

  test('becomes paragraphs if it is too large, and keeps its text', () => {
    const row = (columns: number) => `<tr>${'<td>a</td>'.repeat(columns)}</tr>`
    expect(sanitizePost(`<table>${row(tableLimits.columns)}</table>`)).toContain('<table>')
    expect(sanitizePost(`<table>${row(tableLimits.columns + 1)}</table>`)).toBe('<p>a</p>'.repeat(51))
    const many = `<table>${row(10).repeat(500)}</table>`
    const both = sanitizePost(`${many}<table>${row(1)}</table>`)
    expect(both.endsWith('</table><p>a</p>')).toBe(true)
    expect(hasTooManyTags(both)).toBe(false)
    // Empty rows cost little to write, and a few wide ones would make each of them wide.
    const rows = `<table>${row(50)}${'<tr><td>b'.repeat(5000)}</table>`
    expect(sanitizePost(rows.repeat(3)).length).toBeLessThan(rows.length * 6)
  })
})

describe('a button', () => {
  test.each<[string, [string, string]]>(
    Object.entries({
      'with a script': [button('<a href="javascript:alert(1)">Go</a>'), '<p>Go</p>'],
      'without a label': [button('<a href="https://e.org"></a>'), '<p><a href="https://e.org"></a></p>'],
      'with two links': [
        button('<a href="/a">A</a> <a href="/b">B</a>'),
        '<p><a href="/a">A</a> <a href="/b">B</a></p>',
      ],
      'with text beside the link': [button('See <a href="/a">A</a>'), '<p>See <a href="/a">A</a></p>'],
      'in a list': [
        '<ul><li><p class="button-link"><a href="/a">A</a></p></li></ul>',
        '<ul><li><p><a href="/a">A</a></p></li></ul>',
      ],
      'with another class': [
        '<p class="button-link x"><a class="y" target="_blank" href="/a"><b>A</b>\n b</a></p>',
        button('<a href="/a">A b</a>'),
      ],
    }),
  )('%s becomes what it can be', (_, [html, stored]) => {
    for (const given of [html, stored]) expect(sanitizePost(given)).toBe(stored)
  })
})

describe('a callout', () => {
  test.each<[string, [string, string]]>(
    Object.entries({
      'of an unknown kind': [
        '<aside data-tone="loud"><p>a</p></aside>',
        '<aside data-tone="note"><p>a</p></aside>',
      ],
      'without a kind': ['<aside><p>a</p></aside>', '<p>a</p>'],
      'with bare text': [tip('a <b>b</b>'), tip('<p>a <strong>b</strong></p>')],
      'in a callout': [
        '<aside data-tone="tip"><p>a</p><aside data-tone="note"><p>b</p></aside></aside>',
        tip('<p>a</p><p>b</p>'),
      ],
      'around a table': [tip('<table><tr><td>a</td></tr></table>'), tip('<p>a</p>')],
    }),
  )('%s gets the stored form', (_, [html, stored]) => {
    for (const given of [html, stored]) expect(sanitizePost(given)).toBe(stored)
  })

  test('in callouts a thousand deep keeps its text', () => {
    const deep = `${'<aside data-tone="tip">'.repeat(1000)}a${'</aside>'.repeat(1000)}`
    expect(sanitizePost(deep)).toBe(tip('<p>a</p>'))
  })
})

describe('a file', () => {
  test.each<[string, [string, string]]>(
    Object.entries({
      'with a script': [file('<a href="javascript:alert(1)//a.pdf" data-bytes="5">A</a>'), '<p>A</p>'],
      'of another site': [
        file('<a href="https://e.org/a.pdf" data-bytes="5">A</a>'),
        '<p><a href="https://e.org/a.pdf">A</a></p>',
      ],
      'that leaves its folder': [
        `<p class="file-link"><a href="/files/${'0a'.repeat(16)}/..pdf.pdf" data-bytes="5">A</a></p>`,
        `<p><a href="/files/${'0a'.repeat(16)}/..pdf.pdf">A</a></p>`,
      ],
      'without a size': [
        file(`<a href="${fileAddress}" data-bytes="much">A</a>`),
        `<p><a href="${fileAddress}">A</a></p>`,
      ],
      'in running text': [
        `<p>a <a href="${fileAddress}" data-bytes="5">A</a></p>`,
        `<p>a <a href="${fileAddress}">A</a></p>`,
      ],
    }),
  )('%s becomes an ordinary link', (_, [html, stored]) => {
    for (const given of [html, stored]) expect(sanitizePost(given)).toBe(stored)
  })
})

describe('a video', () => {
  test.each<[string, [string, string]]>(
    Object.entries({
      'with another spelling': [
        '<figure class="video wide"><a href="https://youtu.be/dQw4w9WgXcQ?t=4">A</a></figure>',
        youTubeVideo,
      ],
      'without a title': [
        video(`<a href="${youTube}"></a>`),
        video(`<a href="${youTube}">YouTube video</a>`),
      ],
      'with a caption': [video(`<a href="${youTube}"></a><figcaption>A</figcaption>`), youTubeVideo],
      'of an unknown site': [
        video('<a href="https://e.org/1">A</a>'),
        '<p><a href="https://e.org/1">A</a></p>',
      ],
      'with a script': [video('<a href="javascript:alert(1)">A</a>'), '<p>A</p>'],
      'with a picture of another site': [
        video(`<a href="${youTube}"><img src="https://e.org/1.png">A</a>`),
        youTubeVideo,
      ],
      'in a quotation': [
        `<blockquote><figure class="video"><a href="${youTube}">A</a></figure></blockquote>`,
        `<blockquote><p><a href="${youTube}">A</a></p></blockquote>`,
      ],
    }),
  )('%s gets the stored form or becomes a link', (_, [html, stored]) => {
    for (const given of [html, stored]) expect(sanitizePost(given)).toBe(stored)
  })

  test('is no other figure', () => {
    expect(sanitizePost(`<figure>${picture}<figcaption>A</figcaption></figure>`)).toBe(`${picture}A`)
  })
})

test('any nesting of blocks is brought to a form that stays, and no text is lost', () => {
  for (let seed = 0; seed < 2000; seed++) {
    const { html, words } = randomBlocks(createRandom(seed))
    const stored = sanitizePost(html)
    expect(sanitizePost(stored), `seed ${seed}: ${html}`).toBe(stored)
    const lines = linesOf(stored)
    for (const word of words) expect(lines, `seed ${seed}: ${html}`).toContain(word)
  }
})

test('a long text of tables is read in bounded time', () => {
  const before = process.threadCpuUsage()
  const parts = [
    '<table><tr><td colspan=20 rowspan=20>',
    '<tr><td>',
    '<aside data-tone=tip>',
    '<p class=button-link>',
  ]
  for (const part of parts) sanitizePost(part.repeat(10_000))
  // In microseconds. If the time grew with the square of the length, it would be minutes.
  expect(process.threadCpuUsage(before).user).toBeLessThan(10_000_000)
})
