import type { Random } from '../../../tests/helpers/random.ts'

const containers = [
  '<p>|</p>',
  '<div>|</div>',
  '<h2>|</h2>',
  '<ul><li>|</li></ul>',
  '<li>|</li>',
  '<blockquote>|</blockquote>',
  '<strong>|</strong>',
  '<a href="https://example.org">|</a>',
  '<pre><code>|</code></pre>',
  '<section>|</section>',
  '<table>|</table>',
  '<table><tr>|</tr></table>',
  '<table><caption>|</caption></table>',
  '<thead><tr>|</tr></thead>',
  '<td>|</td>',
  '<th colspan="3">|</th>',
  '<td rowspan="2">|</td>',
  '<tr>|</tr>',
  '<tr><td>|',
  '<tfoot>|</tfoot>',
  ...['<aside data-tone="tip">|</aside>', '<aside data-tone="x">|</aside>', '<aside>|</aside>'],
  ...['<p class="button-link">|</p>', '<p class="button-link"><a href="https://example.org/?a&b">|</a></p>'],
  '<p class="file-link"><a href="/files/0123456789abcdef0123456789abcdef/a.pdf" data-bytes="9">|</a></p>',
  '<figure class="video"><a href="https://youtu.be/dQw4w9WgXcQ">|</a></figure>',
  ...['<figure class="video">|</figure>', '<figure>|</figure>'],
]
const gaps = [
  '',
  '',
  ' ',
  '\n',
  '<br>',
  '&nbsp;',
  '<!-- a -->',
  '<img src="/media/0123456789abcdef0123456789abcdef-640">',
]

/** Blocks in any nesting, as other programs or attackers may write them, and the words in them */
export function randomBlocks(random: Random): { html: string; words: string[] } {
  const words: string[] = []
  const word = () => {
    words.push(`w${words.length}x`)
    return words.at(-1) ?? ''
  }
  const write = (depth: number): string =>
    Array.from({ length: random.between(1, 3) }, () => {
      if (depth === 0 || random.isOneIn(3)) return word() + random.pick(gaps)
      return random.pick(gaps) + random.pick(containers).replace('|', () => write(depth - 1))
    }).join('')
  // Text without any of the blocks is not normalized, so each has at least one.
  const table = `<table><tr><td>${word()}</td></tr></table>`
  return { html: write(random.between(1, 5)) + table, words }
}
