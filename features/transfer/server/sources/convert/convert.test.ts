import { describe, expect, test } from 'vitest'
import {
  convertHere,
  detailsOf,
  fromBlocks,
  fromGhost,
  fromWordpress,
  imageAt,
} from '../../../testing/convert-html.ts'

describe('other HTML', () => {
  test.each<[string, [string, string]]>(
    Object.entries({
      headings: ['<h1>A</h1><h2>B</h2><h3>C</h3><h6>D</h6>', '<h2>A</h2><h3>B</h3><h3>C</h3><h3>D</h3>'],
      'headings without a first level': ['<h2>A</h2><h5>B</h5>', '<h2>A</h2><h3>B</h3>'],
      'nested boxes': [
        '<section><article><div><div>a</div>b<div><p>c</p></div></div></article></section>',
        '<p>a</p><p>b</p><p>c</p>',
      ],
      definitions: [
        '<dl><dt>A</dt><dd>b</dd><dd><p>c</p></dd></dl>',
        '<p><strong>A</strong></p><p>b</p><p>c</p>',
      ],
      'raised letters': ['H<sub>2</sub>O, 10<sup>-3</sup>, 1<sup>st</sup>', '<p>H₂O, 10⁻³, 1st</p>'],
      marks: [
        '<mark>a</mark> <abbr title="x">b</abbr> <q>c</q> <kbd>d</kbd> <big>e</big>',
        '<p>a b “c” <code>d</code> e</p>',
      ],
      styles: [
        '<span style="font-weight: 700">a</span> <span style="font-style:italic">b</span>',
        '<p><strong>a</strong> <em>b</em></p>',
      ],
      'a block in a link': [
        '<a href="/x"><h3>a</h3><p>b</p></a>',
        '<h3><a href="/x">a</a></h3><p><a href="/x">b</a></p>',
      ],
      'a picture with a link': [
        '<a href="https://news.example/a"><img src="/a.jpg"></a>',
        `<p><a href="https://news.example/a">${imageAt(0)}</a></p>`,
      ],
      'a picture that loads late': [
        '<img src="data:image/gif;base64,R0" data-src="/a.jpg"><noscript><img src="/a.jpg"></noscript>',
        `<p>${imageAt(0)}</p>`,
      ],
      'a counter': ['<p>a<img src="https://count.example/p.gif" width="1" height="1"></p>', '<p>a</p>'],
      languages: [
        '<pre class="brush: php; title: ;">a</pre><pre data-enlighter-language="js">b</pre><div class="highlight-source-shell"><pre class="lang:css">c</pre></div>',
        '<pre><code class="language-php">a</code></pre><pre><code class="language-js">b</code></pre><pre><code class="language-css">c</code></pre>',
      ],
      'a table for layout': [
        '<table><tr><td><h2>a</h2></td></tr><tr><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>',
        '<h2>a</h2><table><tbody><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>',
      ],
      'a map': [
        '<iframe src="https://maps.example/embed?a=1"></iframe>',
        '<p><a href="https://maps.example/embed?a=1">https://maps.example/embed?a=1</a></p>',
      ],
      'a list in a list': [
        '<ul><li>a</li><ul><li>b</li></ul></ul>',
        '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
      ],
    }),
  )('%s', (_, [html, expected]) => expect(convertHere({ html }, { format: 'feed' }).html).toBe(expected))

  test('placeholders in the text itself are only text', () => {
    const read = fromWordpress('<img src="/media/import-5"> \uE0000\uE001 <img src="import:7">')
    expect(read.pictures.map(({ address }) => address)).toEqual(['/media/import-5', 'import:7'])
    expect(read.html).toBe(`<p>${imageAt(0)} 0 ${imageAt(1)}</p>`)
    const link = fromWordpress('<a href="/files/import-0">a</a> <a href="https://old.example/b.pdf">b</a>')
    expect(link.html).toBe('<p>a <a href="import-file:0">b</a></p>')
  })

  test.each([
    [
      '<script src="https://widgets.example/a.js"></script>',
      'A script was left out, and what it would show.',
    ],
    ['<math><mi>x</mi></math>', 'A formula was left out. Add it by hand.'],
    ['<iframe srcdoc="a"></iframe>', 'Embedded content without an address was left out.'],
    [`<img src="/${'a'.repeat(4000)}">`, 'A picture whose address is too long was left out. Add it by hand.'],
  ])('that cannot be shown is named: %s', (html, detail) => {
    expect(detailsOf(fromBlocks(`<p>a</p>${html}`))).toEqual([detail])
    expect(detailsOf(fromBlocks('<script type="application/ld+json">{}</script>'))).toEqual([])
  })

  test('of more than 50 notes, the last one says how many more there are', () => {
    const frames = Array.from(
      { length: 60 },
      (_, index) => `<iframe src="https://${index}.example/"></iframe>`,
    )
    const details = detailsOf(fromBlocks([...frames, ...frames].join('')))
    expect(details).toHaveLength(51)
    expect(details[49]).toMatch(/^Embedded content of 49\.example/)
    expect(details[50]).toBe('There are 10 more notes about this text.')
  })
})

test('a player in a frame keeps its title, or the link that it has for browsers without frames', () => {
  const player = 'https://bandcamp.com/EmbeddedPlayer/album=1/bgcol=ffffff/'
  const cases: [string, string][] = [
    [
      `<iframe src="${player}" seamless><a href="https://ann.bandcamp.com/album/sea">Sea &amp; sky by Ann</a></iframe>`,
      '<p><a href="https://ann.bandcamp.com/album/sea">Sea &amp; sky by Ann</a></p>',
    ],
    [
      '<iframe title="Spotify Embed: Sea" src="https://open.spotify.com/embed/album/1"></iframe>',
      '<p><a href="https://open.spotify.com/embed/album/1">Spotify Embed: Sea</a></p>',
    ],
    [
      `<iframe title="Sea" src="${player}"><a href="https://ann.bandcamp.com/album/sea">by Ann</a></iframe>`,
      '<p><a href="https://ann.bandcamp.com/album/sea">Sea</a></p>',
    ],
    [
      `<iframe src="https://embed.music.apple.com/us/album/1"><a href="javascript:alert(1)">Sea</a></iframe>`,
      '<p><a href="https://embed.music.apple.com/us/album/1">Sea</a></p>',
    ],
    [
      '<iframe src="https://w.soundcloud.com/player/?url=1"><p>Frames are &lt;off&gt;.</p></iframe><div><a href="https://soundcloud.com/ann">Ann</a></div>',
      '<p><a href="https://w.soundcloud.com/player/?url=1">https://w.soundcloud.com/player/?url=1</a></p><p><a href="https://soundcloud.com/ann">Ann</a></p>',
    ],
  ]
  for (const [html, expected] of cases)
    for (const convert of [fromBlocks, fromGhost]) expect(convert(html).html, html).toBe(expected)
})
