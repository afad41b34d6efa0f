import { describe, expect, test } from 'vitest'
import type { ConvertedText, TextContext } from '../convert-text.ts'
import { convert } from './convert.ts'

function read(
  content: { html: string } | { markdown: string },
  context: Partial<TextContext> = {},
): ConvertedText {
  const read = convert({ content, context: { format: 'wordpress', title: 'A post', ...context } })
  if ('outcome' in read) throw new Error(read.outcome)
  return read
}

const site = { siteUrl: 'https://old.example' }
const wordpress = (html: string) => read({ html }, site)
/** A text of the block editor, in which line breaks do not count */
const blocks = (html: string) => wordpress(`<!-- wp:paragraph -->${html}`)
const ghost = (html: string) => read({ html }, { format: 'ghost' })
const markdown = (text: string, path?: string) => read({ markdown: text }, { format: 'markdown', path })
const details = ({ notes }: ConvertedText) => notes.map(({ detail }) => detail)
const image = (index: number, alt = '') => `<img src="import:${index}" alt="${alt}">`
const video =
  '<figure class="video"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">YouTube video</a></figure>'

describe('a text of the classic editor, as wpautop() of wp-includes/formatting.php shows it,', () => {
  test.each([
    ['One\ntwo\n\nthree\r\n\r\n\r\nfour', '<p>One<br />two</p><p>three</p><p>four</p>'],
    ['<strong>a</strong>\n\n<em>b</em> c', '<p><strong>a</strong></p><p><em>b</em> c</p>'],
    ['a\n<h2>b</h2>\nc', '<p>a</p><h2>b</h2><p>c</p>'],
    [
      '<ul>\n<li>a</li>\n<li>b\n<ol>\n<li>c</li>\n</ol>\n</li>\n</ul>',
      '<ul><li><p>a</p></li><li><p>b</p><ol><li><p>c</p></li></ol></li></ul>',
    ],
    ['<blockquote>a\n\nb</blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
    ['<pre>a\n\n  b</pre>', '<pre><code>a\n\n  b</code></pre>'],
    ['<div>a\n\nb</div>c', '<p>a</p><p>b</p><p>c</p>'],
    ['<p>a\nb</p>\n\n<p>&nbsp;</p>', '<p>a<br />b</p>'],
    ['a<br><br>b', '<p>a</p><p>b</p>'],
    ['a <!-- comment --> b', '<p>a b</p>'],
    [
      '<table>\n<tr>\n<td>a</td>\n<td>b</td>\n</tr>\n</table>',
      '<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
    ],
  ])('%j', (html, expected) => expect(wordpress(html).html).toBe(expected))
})

describe('shortcodes', () => {
  test('[caption] becomes a picture and its caption in emphasis', () => {
    const text =
      '[caption id="attachment_6" align="alignright" width="300"]<a href="https://old.example/wp-content/uploads/desk.jpg"><img class="size-medium wp-image-6" src="https://old.example/wp-content/uploads/desk-300x205.jpg" alt="A desk" width="300" height="205" /></a> My <em>new</em> desk[/caption]\n\nText'
    const read = wordpress(text)
    expect(read.html).toBe(`<p>${image(0, 'A desk')}</p><p><em>My new desk</em></p><p>Text</p>`)
    expect(read.pictures).toEqual([
      { address: 'https://old.example/wp-content/uploads/desk-300x205.jpg', alt: 'A desk' },
    ])
    // WordPress 3.3 and older
    expect(wordpress('[caption width="3" caption="Old &amp; new"]<img src="/a.jpg">[/caption]').html).toBe(
      `<p>${image(0)}</p><p><em>Old &amp; new</em></p>`,
    )
  })

  test('[embed], addresses on a line of their own, and [youtube] become videos or links', () => {
    expect(wordpress('[embed width="600"]https://youtu.be/dQw4w9WgXcQ[/embed]').html).toBe(video)
    expect(wordpress('a\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=5\n\nb').html).toBe(
      `<p>a</p>${video}<p>b</p>`,
    )
    expect(wordpress('[youtube=https://www.youtube.com/watch?v=dQw4w9WgXcQ]').html).toBe(video)
    const other = wordpress('[embed]https://news.example/a?b=1&c=2[/embed]')
    expect(other.html).toBe(
      '<p><a href="https://news.example/a?b=1&amp;c=2">https://news.example/a?b=1&amp;c=2</a></p>',
    )
    expect(details(other)).toEqual([
      'Embedded content of news.example became a link, because only videos can be embedded.',
    ])
  })

  test('[video] and [audio] become links with a note', () => {
    const read = wordpress('[video mp4="https://old.example/wp-content/uploads/talk.mp4"][/video]')
    expect(read.html).toBe('<p><a href="https://old.example/wp-content/uploads/talk.mp4">talk.mp4</a></p>')
    expect(details(read)).toEqual([
      'It links to a file on the old site: talk.mp4. Move what you need before the old site ends.',
      'A video file became a link, because posts play only videos of YouTube and Vimeo.',
    ])
    expect(wordpress('[audio mp3="/a.mp3"]').html).toBe(
      '<p><a href="https://old.example/a.mp3">a.mp3</a></p>',
    )
  })

  test('of code highlighters become code', () => {
    expect(wordpress('[sourcecode language="php"]$a = 1;\nif ($a &lt; 2) {}[/sourcecode]').html).toBe(
      '<pre><code class="language-php">$a = 1;\nif ($a &lt; 2) {}</code></pre>',
    )
  })

  test('of plugins are removed with a note, and their inner text stays', () => {
    const read = wordpress(
      '[row][col width="half"]Inner <b>text</b>[/col][/row] [contact-form-7 id="1"] [toc]',
    )
    expect(read.html).toBe('<p>Inner <strong>text</strong></p>')
    expect(details(read)).toEqual([
      'These shortcodes of WordPress were removed: [row], [col], [contact-form-7], [toc].',
    ])
  })

  test.each([
    [
      'Text in brackets [sic], [1], arr[i], and [John] stays',
      '<p>Text in brackets [sic], [1], arr[i], and [John] stays</p>',
    ],
    [
      '<code>[gallery id="1"]</code> <a href="/[x y=1]">a</a>',
      '<p><code>[gallery id="1"]</code> <a href="/[x%20y=1]">a</a></p>',
    ],
    ['[[gallery]]', '<p>[gallery]</p>'],
    ['[unclosed a="1" and more text', '<p>[unclosed a="1" and more text</p>'],
  ])('%j is no shortcode', (text, expected) => {
    const read = wordpress(text)
    expect(read.html.replaceAll('&quot;', '"')).toBe(expected)
    expect(details(read)).toEqual([])
  })
})

// The HTML is that of the blocks of WordPress 6 (@wordpress/block-library, save.js of each block).
describe('a block of WordPress', () => {
  test.each([
    [
      'core/image',
      '<figure class="wp-block-image size-large"><img src="/a.jpg" alt="A" class="wp-image-12"/><figcaption class="wp-element-caption">A <strong>caption</strong></figcaption></figure>',
      `<p>${image(0, 'A')}</p><p><em>A <strong>caption</strong></em></p>`,
    ],
    [
      'core/gallery',
      '<figure class="wp-block-gallery has-nested-images columns-default is-cropped"><!-- wp:image {"id":1} --><figure class="wp-block-image"><img src="/a.jpg" alt=""/><figcaption class="wp-element-caption">One</figcaption></figure><!-- /wp:image --><figure class="wp-block-image"><img src="/b.jpg" alt="B"/></figure><figcaption class="blocks-gallery-caption wp-element-caption">All</figcaption></figure>',
      `<p>${image(0)}</p><p><em>One</em></p><p>${image(1, 'B')}</p><p><em>All</em></p>`,
    ],
    [
      'core/embed with a video',
      '<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube wp-embed-aspect-16-9"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=9s\n</div><figcaption class="wp-element-caption">A talk</figcaption></figure>',
      `${video}<p><em>A talk</em></p>`,
    ],
    [
      'core/embed with a post elsewhere',
      '<figure class="wp-block-embed is-provider-twitter"><div class="wp-block-embed__wrapper">\nhttps://x.example/a/1\n</div></figure>',
      '<p><a href="https://x.example/a/1">https://x.example/a/1</a></p>',
    ],
    [
      'core/table',
      '<figure class="wp-block-table is-style-stripes"><table class="has-fixed-layout"><thead><tr><th>A</th><th class="has-text-align-right" data-align="right">B</th></tr></thead><tbody><tr><td>1</td><td>2<br>3</td></tr></tbody><tfoot><tr><td>4</td><td>5</td></tr></tfoot></table><figcaption class="wp-element-caption">Numbers</figcaption></figure>',
      '<table><tbody><tr><th><p>A</p></th><th><p>B</p></th></tr><tr><td><p>1</p></td><td><p>2<br />3</p></td></tr><tr><td><p>4</p></td><td><p>5</p></td></tr></tbody></table><p><em>Numbers</em></p>',
    ],
    [
      'core/code',
      '<pre class="wp-block-code"><code lang="css" class="language-css">a {\n  b: c;\n}</code></pre>',
      '<pre><code class="language-css">a {\n  b: c;\n}</code></pre>',
    ],
    ['core/verse', '<pre class="wp-block-verse">One\ntwo</pre>', '<p>One<br />two</p>'],
    [
      'core/quote',
      '<blockquote class="wp-block-quote"><p>Said</p><cite>Ann</cite></blockquote>',
      '<blockquote><p>Said</p><p><em>Ann</em></p></blockquote>',
    ],
    [
      'core/pullquote',
      '<figure class="wp-block-pullquote"><blockquote><p>Said</p><cite>Ann</cite></blockquote></figure>',
      '<blockquote><p>Said</p><p><em>Ann</em></p></blockquote>',
    ],
    [
      'core/buttons',
      '<div class="wp-block-buttons"><div class="wp-block-button is-style-outline"><a class="wp-block-button__link wp-element-button" href="https://shop.example/">Buy <strong>now</strong></a></div></div>',
      '<p class="button-link"><a href="https://shop.example/">Buy now</a></p>',
    ],
    [
      'core/columns',
      '<div class="wp-block-columns"><div class="wp-block-column" style="flex-basis:50%"><p>One</p></div><div class="wp-block-column"><h4 class="wp-block-heading">Two</h4></div></div>',
      '<p>One</p><h3>Two</h3>',
    ],
    [
      'core/file with a PDF',
      '<div class="wp-block-file"><object class="wp-block-file__embed" data="https://old.example/wp-content/uploads/plan.pdf" type="application/pdf" aria-label="Embed of plan."></object><a id="wp-block-file--media-1" href="https://old.example/wp-content/uploads/plan.pdf">The plan</a><a href="https://old.example/wp-content/uploads/plan.pdf" class="wp-block-file__button wp-element-button" download aria-describedby="wp-block-file--media-1">Download</a></div>',
      '<p class="file-link"><a href="import-file:0">The plan</a></p>',
    ],
    [
      'core/cover',
      '<div class="wp-block-cover"><img class="wp-block-cover__image-background wp-image-9" alt="" src="/a.jpg" data-object-fit="cover"/><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__inner-container"><p class="has-large-font-size">Welcome</p></div></div>',
      `<p>${image(0)}</p><p>Welcome</p>`,
    ],
    [
      'core/media-text',
      '<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"><img src="/a.jpg" alt="A"/></figure><div class="wp-block-media-text__content"><p>Beside</p></div></div>',
      `<p>${image(0, 'A')}</p><p>Beside</p>`,
    ],
    ['core/separator', '<hr class="wp-block-separator has-alpha-channel-opacity"/>', '<p>* * *</p>'],
    [
      'core/details',
      '<details class="wp-block-details"><summary>Why?</summary><p>Because.</p></details>',
      '<p><strong>Why?</strong></p><p>Because.</p>',
    ],
    [
      'core/footnotes',
      '<p>A<sup data-fn="a1" class="fn"><a href="#a1" id="a1-link">1</a></sup></p>',
      '<p>A[1]</p>',
    ],
    [
      'core/list',
      '<ul class="wp-block-list"><li>a<ul class="wp-block-list"><li>b</li></ul></li></ul><ol start="3" class="wp-block-list"><li>c</li></ol>',
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li><p>c</p></li></ol>',
    ],
    [
      'core/audio',
      '<figure class="wp-block-audio"><audio controls src="/a.mp3"></audio><figcaption class="wp-element-caption">Sound</figcaption></figure>',
      '<p><a href="https://old.example/a.mp3">a.mp3</a></p><p><em>Sound</em></p>',
    ],
    ['core/search', '<form role="search" class="wp-block-search"><input type="search"></form>', ''],
  ])('%s', (_, html, expected) => expect(blocks(html).html).toBe(expected))

  test('that cuts the excerpt', () => {
    expect(wordpress('One <b>two</b>\n\n<!--more Read on-->\n\nthree')).toMatchObject({
      html: '<p>One <strong>two</strong></p><p>three</p>',
      excerpt: 'One two',
    })
  })
})

// The HTML is that of the cards of Ghost 5 and 6 (TryGhost/Koenig, packages/kg-default-nodes/src/nodes).
describe('a card of Ghost', () => {
  test.each([
    [
      'image',
      '<figure class="kg-card kg-image-card kg-width-wide kg-card-hascaption"><img src="/content/images/2024/05/a.jpg" class="kg-image" alt="A" loading="lazy" width="2000" height="1333" srcset="/content/images/size/w600/2024/05/a.jpg 600w"><figcaption><span style="white-space: pre-wrap;">Words</span></figcaption></figure>',
      `<p>${image(0, 'A')}</p><p><em>Words</em></p>`,
    ],
    [
      'gallery',
      '<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/a.jpg" alt=""></div><div class="kg-gallery-image"><img src="/b.jpg"></div></div></div><figcaption><p>Both</p></figcaption></figure>',
      `<p>${image(0)}</p><p>${image(1)}</p><p><em>Both</em></p>`,
    ],
    [
      'bookmark',
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://news.example/a"><div class="kg-bookmark-content"><div class="kg-bookmark-title">News</div><div class="kg-bookmark-description">About it</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="/icon.png" alt=""><span class="kg-bookmark-author">Ann</span></div></div><div class="kg-bookmark-thumbnail"><img src="/t.png" alt=""></div></a></figure>',
      '<p><a href="https://news.example/a">News</a><br />About it</p>',
    ],
    [
      'callout',
      '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind the <b><strong style="white-space: pre-wrap;">gap</strong></b></div></div>',
      '<aside data-tone="note"><p>💡 Mind the <strong>gap</strong></p></aside>',
    ],
    [
      'button',
      '<div class="kg-card kg-button-card kg-align-center"><a href="https://shop.example" class="kg-btn kg-btn-accent">Buy</a></div>',
      '<p class="button-link"><a href="https://shop.example">Buy</a></p>',
    ],
    [
      'toggle',
      '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span>Why?</span></h4><button class="kg-toggle-card-icon" aria-label="Expand toggle to read content"><svg><path d=""/></svg></button></div><div class="kg-toggle-content"><p>Because</p></div></div>',
      '<p><strong>Why?</strong></p><p>Because</p>',
    ],
    [
      'embed with a video',
      '<figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed" frameborder="0" allowfullscreen title="A talk"></iframe></figure>',
      video.replace('YouTube video', 'A talk'),
    ],
    [
      'embed with a post elsewhere',
      '<figure class="kg-card kg-embed-card"><blockquote class="twitter-tweet"><p>Hi</p>— Ann <a href="https://x.example/1">May 1</a></blockquote><script async src="https://platform.example/widgets.js"></script></figure>',
      '<blockquote><p>Hi</p><p>— Ann <a href="https://x.example/1">May 1</a></p></blockquote>',
    ],
    [
      'file',
      '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/content/files/2024/05/plan.pdf" title="Download" download><div class="kg-file-card-contents"><div class="kg-file-card-title">Plan</div><div class="kg-file-card-caption">For May</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">plan.pdf</div><div class="kg-file-card-filesize">1 KB</div></div></div><div class="kg-file-card-icon"><svg></svg></div></a></div>',
      '<p class="file-link"><a href="import-file:0">Plan</a></p><p><em>For May</em></p>',
    ],
    [
      'audio',
      '<div class="kg-card kg-audio-card"><img src="" alt="audio-thumbnail" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-player-container"><audio src="/content/media/a.mp3" preload="metadata"></audio><div class="kg-audio-title">Episode 1</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span></div></div></div>',
      '<p>Episode 1</p>',
    ],
    [
      'video',
      '<figure class="kg-card kg-video-card kg-card-hascaption"><div class="kg-video-container"><video src="/content/media/a.mp4" poster="https://img.example/x.png"></video><div class="kg-video-player-container"><span class="kg-video-current-time">0:00</span></div></div><figcaption><p>A walk</p></figcaption></figure>',
      '<p>a.mp4</p><p><em>A walk</em></p>',
    ],
    [
      'product',
      '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="/p.jpg" class="kg-product-card-image"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title"><span>Lamp</span></h4></div><div class="kg-product-card-rating"><span class="kg-product-card-rating-active"><svg></svg></span></div><div class="kg-product-card-description"><p>Bright</p></div><a href="https://shop.example/lamp" class="kg-product-card-button kg-product-card-btn-accent"><span>Buy</span></a></div></div>',
      `<p>${image(0)}</p><h3>Lamp</h3><p>Bright</p><p class="button-link"><a href="https://shop.example/lamp">Buy</a></p>`,
    ],
    [
      'header',
      '<div class="kg-card kg-header-card kg-v2 kg-width-full" data-background-color="#000"><picture><img class="kg-header-card-image" src="/h.jpg" alt=""></picture><div class="kg-header-card-content"><div class="kg-header-card-text"><h2 class="kg-header-card-heading">Hello</h2><p class="kg-header-card-subheading">There</p><a href="/start/" class="kg-header-card-button">Start</a></div></div></div>',
      `<p>${image(0)}</p><h2>Hello</h2><p>There</p><p class="button-link"><a href="/start/">Start</a></p>`,
    ],
    [
      'code with a caption',
      '<figure class="kg-card kg-code-card"><pre><code class="language-js">a &lt; b</code></pre><figcaption>Less</figcaption></figure>',
      '<pre><code class="language-js">a &lt; b</code></pre><p><em>Less</em></p>',
    ],
    [
      'html',
      '<!--kg-card-begin: html-->\n<div onclick="x()">Raw</div>\n<!--kg-card-end: html-->',
      '<p>Raw</p>',
    ],
    [
      'alternative quotation',
      '<blockquote class="kg-blockquote-alt">Said</blockquote>',
      '<blockquote><p>Said</p></blockquote>',
    ],
    [
      'signup',
      '<div class="kg-card kg-signup-card"><h2 class="kg-signup-card-heading">Join</h2><form data-members-form="signup"><input type="email"><button type="submit">Go</button></form></div>',
      '',
    ],
  ])('%s', (_, html, expected) => expect(ghost(html).html).toBe(expected))

  test('that ends the part for everyone is named', () => {
    expect(details(ghost('<p>a</p><!--members-only--><p>b</p>'))[0]).toMatch(/^The part for members/)
  })
})

describe('Markdown', () => {
  test.each([
    [
      'GitHub',
      '# One\n\nText\nline  \nbreak ~~old~~\n\n## Two\n\n- [x] a\n- b\n\n| A | B |\n|---|--:|\n| 1 | **2** |\n',
      '<h2>One</h2><p>Text line<br />break <s>old</s></p><h3>Two</h3><ul><li><p>[x] a</p></li><li><p>b</p></li></ul><table><tbody><tr><th><p>A</p></th><th><p>B</p></th></tr><tr><td><p>1</p></td><td><p><strong>2</strong></p></td></tr></tbody></table>',
    ],
    [
      'callouts',
      '> [!WARNING]\n> Mind *this*\n\n> [!tip] Short\n> Long',
      '<aside data-tone="important"><p>Mind <em>this</em></p></aside><aside data-tone="tip"><p>Short Long</p></aside>',
    ],
    [
      'Obsidian',
      'See [[Other note|that]] and [[Note]]\n\n![[desk.png|A desk]]',
      `<p>See that and Note</p><p>${image(0, 'A desk')}</p>`,
    ],
    [
      'Hugo',
      '{{< youtube dQw4w9WgXcQ >}}\n\n{{< figure src="/a.jpg" alt="A" caption="Words" >}}',
      `${video}<p>${image(0, 'A')}</p><p><em>Words</em></p>`,
    ],
    [
      'Jekyll',
      '{% highlight ruby %}\nputs 1\n{% endhighlight %}\n\n![]({{ site.baseurl }}/assets/a.png)',
      `<pre><code class="language-ruby">puts 1</code></pre><p>${image(0)}</p>`,
    ],
    [
      'code with templates',
      '```\n{{< x >}} [[a]] {% b %}\n```\n',
      '<pre><code>{{&lt; x &gt;}} [[a]] {% b %}</code></pre>',
    ],
  ])('of %s', (_, text, expected) => expect(markdown(text).html).toBe(expected))

  test('templates that are removed are named', () => {
    expect(details(markdown('{{< toc >}} a {% include x.html %}'))).toEqual([
      'These template tags were removed: {{< toc >}}, {% include %}.',
    ])
  })

  test('links to other texts become the paths of their files', () => {
    expect(markdown('[a](../posts/b.md#c) [d](/e) [f](g%20h.md)', 'content/pages/i.md').html).toBe(
      '<p><a href="/content/posts/b.md#c">a</a> <a href="/e">d</a> <a href="/content/pages/g%20h.md">f</a></p>',
    )
  })
})

describe('other HTML', () => {
  test.each([
    ['headings', '<h1>A</h1><h2>B</h2><h3>C</h3><h6>D</h6>', '<h2>A</h2><h3>B</h3><h3>C</h3><h3>D</h3>'],
    ['headings without a first level', '<h2>A</h2><h5>B</h5>', '<h2>A</h2><h3>B</h3>'],
    [
      'nested boxes',
      '<section><article><div><div>a</div>b<div><p>c</p></div></div></article></section>',
      '<p>a</p><p>b</p><p>c</p>',
    ],
    [
      'definitions',
      '<dl><dt>A</dt><dd>b</dd><dd><p>c</p></dd></dl>',
      '<p><strong>A</strong></p><p>b</p><p>c</p>',
    ],
    ['raised letters', 'H<sub>2</sub>O, 10<sup>-3</sup>, 1<sup>st</sup>', '<p>H₂O, 10⁻³, 1st</p>'],
    [
      'marks',
      '<mark>a</mark> <abbr title="x">b</abbr> <q>c</q> <kbd>d</kbd> <big>e</big>',
      '<p>a b “c” <code>d</code> e</p>',
    ],
    [
      'styles',
      '<span style="font-weight: 700">a</span> <span style="font-style:italic">b</span>',
      '<p><strong>a</strong> <em>b</em></p>',
    ],
    [
      'a block in a link',
      '<a href="/x"><h3>a</h3><p>b</p></a>',
      '<h3><a href="/x">a</a></h3><p><a href="/x">b</a></p>',
    ],
    [
      'a picture with a link',
      '<a href="https://news.example/a"><img src="/a.jpg"></a>',
      `<p><a href="https://news.example/a">${image(0)}</a></p>`,
    ],
    [
      'a picture that loads late',
      '<img src="data:image/gif;base64,R0" data-src="/a.jpg"><noscript><img src="/a.jpg"></noscript>',
      `<p>${image(0)}</p>`,
    ],
    ['a counter', '<p>a<img src="https://count.example/p.gif" width="1" height="1"></p>', '<p>a</p>'],
    [
      'languages',
      '<pre class="brush: php; title: ;">a</pre><pre data-enlighter-language="js">b</pre><div class="highlight-source-shell"><pre class="lang:css">c</pre></div>',
      '<pre><code class="language-php">a</code></pre><pre><code class="language-js">b</code></pre><pre><code class="language-css">c</code></pre>',
    ],
    [
      'a table for layout',
      '<table><tr><td><h2>a</h2></td></tr><tr><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>',
      '<h2>a</h2><table><tbody><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>',
    ],
    [
      'a map',
      '<iframe src="https://maps.example/embed?a=1"></iframe>',
      '<p><a href="https://maps.example/embed?a=1">https://maps.example/embed?a=1</a></p>',
    ],
    [
      'a list in a list',
      '<ul><li>a</li><ul><li>b</li></ul></ul>',
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
    ],
  ])('%s', (_, html, expected) => expect(read({ html }, { format: 'feed' }).html).toBe(expected))

  test('placeholders in the text itself are only text', () => {
    const read = wordpress('<img src="/media/import-5"> \uE0000\uE001 <img src="import:7">')
    expect(read.pictures.map(({ address }) => address)).toEqual(['/media/import-5', 'import:7'])
    expect(read.html).toBe(`<p>${image(0)} 0 ${image(1)}</p>`)
    const link = wordpress('<a href="/files/import-0">a</a> <a href="https://old.example/b.pdf">b</a>')
    expect(link.html).toBe('<p>a <a href="import-file:0">b</a></p>')
  })
})

const linkIn = (read: ConvertedText) => /href="([^"]*)"/.exec(read.html)?.[1]

describe('a link', () => {
  test.each([
    ['https://old.example/2024/05/a/?b=1#c', '/2024/05/a/?b=1#c'],
    ['http://www.old.example/a', '/a'],
    ['//old.example/a', '/a'],
    ['/about/', '/about/'],
    ['https://other.example/a b', 'https://other.example/a%20b'],
    ['https://other.example/a.pdf', 'https://other.example/a.pdf'],
    ['mailto:ann@old.example', 'mailto:ann@old.example'],
    ['https://old.example/wp-content/uploads/a.zip', 'https://old.example/wp-content/uploads/a.zip'],
    ['/wp-content/uploads/a.zip', 'https://old.example/wp-content/uploads/a.zip'],
    ['#part', undefined],
    ['javascript:alert(1)', undefined],
    ['java\nscript:alert(1)', undefined],
    ['data:text/html,x', undefined],
  ])('to %s becomes %s', (href, expected) => {
    expect(linkIn(blocks(`<a href="${href}">a</a>`))).toBe(expected)
  })

  test('to nothing that a post can link to becomes text, and is named', () => {
    const read = blocks('<p><a href="#">a</a> <a href="#part">b</a> <a href="ftp://old.example/">c</a></p>')
    expect(read.html).toBe('<p>a b c</p>')
    expect(details(read)).toEqual([
      'These links became text, because posts can’t have such links: #part, ftp://old.example/.',
    ])
  })

  test('to a PDF of the old site in a sentence becomes a file, and keeps its words', () => {
    const read = blocks(
      '<p>See <a href="https://old.example/wp-content/uploads/plan.pdf?x=1">the <b>plan</b></a>.</p>',
    )
    expect(read.html).toBe('<p>See <a href="import-file:0">the <strong>plan</strong></a>.</p>')
    expect(read.files).toEqual([
      { address: 'https://old.example/wp-content/uploads/plan.pdf?x=1', title: '', isLink: true },
    ])
    expect(details(read)).toEqual([])
  })

  test('to a PDF keeps its words in a heading, in a button, and around a block', () => {
    const address = '/wp-content/uploads/a.pdf'
    const read = blocks(
      `<h2><a href="${address}">a</a></h2><a class="wp-block-button__link" href="${address}">b</a><a href="${address}"><p>c</p><p>d</p></a>`,
    )
    expect(read.html).toBe(
      '<h2><a href="import-file:0">a</a></h2><p class="button-link"><a href="import-file:1">b</a></p><p><a href="import-file:2">c</a></p><p><a href="import-file:2">d</a></p>',
    )
  })

  test('to another file of the old site stays, and the files are counted', () => {
    const read = blocks(
      '<p><a href="/up/a.docx">a</a> <a href="https://old.example/up/b.zip">b</a> <a href="/up/a.docx">a</a></p>',
    )
    expect(details(read)).toEqual([
      'It links to 2 files on the old site, such as a.docx. Move what you need before the old site ends.',
    ])
  })

  test('to a file of a site with an unknown address becomes text, and is named', () => {
    const read = ghost('<p><a href="/content/files/a.docx">a</a> <a href="/about/">b</a></p>')
    expect(read.html).toBe('<p>a <a href="/about/">b</a></p>')
    expect(details(read)).toEqual([
      'It has no links to a file on the old site: a.docx, because the address of that site is unknown. To keep a link, enter the address of the old site before you start the import.',
    ])
  })

  test('to a file in Markdown gets the address of the old site, and its path once', () => {
    const inBlog = (text: string) =>
      read(
        { markdown: text },
        { format: 'markdown', path: 'posts/i.md', siteUrl: 'https://old.example/blog' },
      )
    expect(linkIn(inBlog('[a](/blog/a.zip)'))).toBe('https://old.example/blog/a.zip')
    expect(linkIn(inBlog('[a](/a.zip)'))).toBe('https://old.example/blog/a.zip')
    expect(linkIn(inBlog('[a](a.zip)'))).toBe('https://old.example/blog/posts/a.zip')
    expect(linkIn(inBlog('[a](b.txt)'))).toBe('/posts/b.txt')
  })
})
