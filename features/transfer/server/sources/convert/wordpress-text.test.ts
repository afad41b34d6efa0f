import { describe, expect, test } from 'vitest'
import { detailsOf, fromBlocks, fromWordpress, imageAt, youtubeVideo } from '../../../testing/convert-html.ts'

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
  ])('%j', (html, expected) => expect(fromWordpress(html).html).toBe(expected))
})

describe('shortcodes', () => {
  test('[caption] becomes a picture and its caption in emphasis', () => {
    const text =
      '[caption id="attachment_6" align="alignright" width="300"]<a href="https://old.example/wp-content/uploads/desk.jpg"><img class="size-medium wp-image-6" src="https://old.example/wp-content/uploads/desk-300x205.jpg" alt="A desk" width="300" height="205" /></a> My <em>new</em> desk[/caption]\n\nText'
    const read = fromWordpress(text)
    expect(read.html).toBe(`<p>${imageAt(0, 'A desk')}</p><p><em>My new desk</em></p><p>Text</p>`)
    expect(read.pictures).toEqual([
      { address: 'https://old.example/wp-content/uploads/desk-300x205.jpg', alt: 'A desk' },
    ])
    // WordPress 3.3 and older
    expect(
      fromWordpress('[caption width="3" caption="Old &amp; new"]<img src="/a.jpg">[/caption]').html,
    ).toBe(`<p>${imageAt(0)}</p><p><em>Old &amp; new</em></p>`)
  })

  test('[embed], addresses on a line of their own, and [youtube] become videos or links', () => {
    expect(fromWordpress('[embed width="600"]https://youtu.be/dQw4w9WgXcQ[/embed]').html).toBe(youtubeVideo)
    expect(fromWordpress('a\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=5\n\nb').html).toBe(
      `<p>a</p>${youtubeVideo}<p>b</p>`,
    )
    expect(fromWordpress('[youtube=https://www.youtube.com/watch?v=dQw4w9WgXcQ]').html).toBe(youtubeVideo)
    const other = fromWordpress('[embed]https://news.example/a?b=1&c=2[/embed]')
    expect(other.html).toBe(
      '<p><a href="https://news.example/a?b=1&amp;c=2">https://news.example/a?b=1&amp;c=2</a></p>',
    )
    expect(detailsOf(other)).toEqual([
      'Embedded content of news.example became a link, because only videos can be embedded.',
    ])
  })

  test('[video] and [audio] become links with a note', () => {
    const read = fromWordpress('[video mp4="https://old.example/wp-content/uploads/talk.mp4"][/video]')
    expect(read.html).toBe('<p><a href="https://old.example/wp-content/uploads/talk.mp4">talk.mp4</a></p>')
    expect(detailsOf(read)).toEqual([
      'It links to a file on the old site: talk.mp4. Move what you need before the old site ends.',
      'A video file became a link, because posts play only videos of YouTube and Vimeo.',
    ])
    expect(fromWordpress('[audio mp3="/a.mp3"]').html).toBe(
      '<p><a href="https://old.example/a.mp3">a.mp3</a></p>',
    )
  })

  test('of code highlighters become code', () => {
    expect(fromWordpress('[sourcecode language="php"]$a = 1;\nif ($a &lt; 2) {}[/sourcecode]').html).toBe(
      '<pre><code class="language-php">$a = 1;\nif ($a &lt; 2) {}</code></pre>',
    )
  })

  test('of plugins are removed with a note, and their inner text stays', () => {
    const read = fromWordpress(
      '[row][col width="half"]Inner <b>text</b>[/col][/row] [contact-form-7 id="1"] [toc]',
    )
    expect(read.html).toBe('<p>Inner <strong>text</strong></p>')
    expect(detailsOf(read)).toEqual([
      'WordPress shortcodes that are left out: [row], [col], [contact-form-7], [toc].',
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
    const read = fromWordpress(text)
    expect(read.html.replaceAll('&quot;', '"')).toBe(expected)
    expect(detailsOf(read)).toEqual([])
  })
})

// The HTML is that of the blocks of WordPress 6 (@wordpress/block-library, save.js of each block).
describe('a block of WordPress', () => {
  test.each<[string, [string, string]]>(
    Object.entries({
      'core/image': [
        '<figure class="wp-block-image size-large"><img src="/a.jpg" alt="A" class="wp-image-12"/><figcaption class="wp-element-caption">A <strong>caption</strong></figcaption></figure>',
        `<p>${imageAt(0, 'A')}</p><p><em>A <strong>caption</strong></em></p>`,
      ],
      'core/image with a link to its own page': [
        '<figure class="wp-block-image"><a href="https://old.example/hello/a/" rel="attachment wp-att-12"><img src="/a.jpg" alt=""/></a></figure>',
        `<p>${imageAt(0)}</p>`,
      ],
      'core/gallery': [
        '<figure class="wp-block-gallery has-nested-images columns-default is-cropped"><!-- wp:image {"id":1} --><figure class="wp-block-image"><img src="/a.jpg" alt=""/><figcaption class="wp-element-caption">One</figcaption></figure><!-- /wp:image --><figure class="wp-block-image"><img src="/b.jpg" alt="B"/></figure><figcaption class="blocks-gallery-caption wp-element-caption">All</figcaption></figure>',
        `<p>${imageAt(0)}</p><p><em>One</em></p><p>${imageAt(1, 'B')}</p><p><em>All</em></p>`,
      ],
      'core/gallery with links': [
        '<figure class="wp-block-gallery has-nested-images"><figure class="wp-block-image"><a href="https://shop.example/"><img src="/a.jpg" alt=""/></a><figcaption class="wp-element-caption">One</figcaption></figure><figure class="wp-block-image"><a href="https://old.example/b.jpg"><img src="/b.jpg" alt=""/></a></figure></figure>',
        `<p><a href="https://shop.example/">${imageAt(0)}</a></p><p><em>One</em></p><p>${imageAt(1)}</p>`,
      ],
      'core/embed with a video': [
        '<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube wp-embed-aspect-16-9"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=9s\n</div><figcaption class="wp-element-caption">A talk</figcaption></figure>',
        `${youtubeVideo}<p><em>A talk</em></p>`,
      ],
      'core/embed with a post elsewhere': [
        '<figure class="wp-block-embed is-provider-twitter"><div class="wp-block-embed__wrapper">\nhttps://x.example/a/1\n</div></figure>',
        '<p><a href="https://x.example/a/1">https://x.example/a/1</a></p>',
      ],
      'core/table': [
        '<figure class="wp-block-table is-style-stripes"><table class="has-fixed-layout"><thead><tr><th>A</th><th class="has-text-align-right" data-align="right">B</th></tr></thead><tbody><tr><td>1</td><td>2<br>3</td></tr></tbody><tfoot><tr><td>4</td><td>5</td></tr></tfoot></table><figcaption class="wp-element-caption">Numbers</figcaption></figure>',
        '<table><tbody><tr><th><p>A</p></th><th><p>B</p></th></tr><tr><td><p>1</p></td><td><p>2<br />3</p></td></tr><tr><td><p>4</p></td><td><p>5</p></td></tr></tbody></table><p><em>Numbers</em></p>',
      ],
      'core/code': [
        '<pre class="wp-block-code"><code lang="css" class="language-css">a {\n  b: c;\n}</code></pre>',
        '<pre><code class="language-css">a {\n  b: c;\n}</code></pre>',
      ],
      'core/table with one column': [
        '<figure class="wp-block-table"><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></figure>',
        '<table><tbody><tr><th><p>A</p></th></tr><tr><td><p>1</p></td></tr></tbody></table>',
      ],
      'core/verse': [
        '<pre class="wp-block-verse">One\n<a href="https://poems.example/">two</a></pre>',
        '<p>One<br /><a href="https://poems.example/">two</a></p>',
      ],
      'core/paragraph with a link in code': [
        '<p><code>a <a href="https://docs.example/b">b<b>c</b></a></code> <code>d<b>e</b></code></p>',
        '<p><code>a </code><a href="https://docs.example/b"><code>bc</code></a> <code>de</code></p>',
      ],
      'core/quote': [
        '<blockquote class="wp-block-quote"><p>Said</p><cite>Ann</cite></blockquote>',
        '<blockquote><p>Said</p><p><em>Ann</em></p></blockquote>',
      ],
      'core/pullquote': [
        '<figure class="wp-block-pullquote"><blockquote><p>Said</p><cite>Ann</cite></blockquote></figure>',
        '<blockquote><p>Said</p><p><em>Ann</em></p></blockquote>',
      ],
      'core/buttons': [
        '<div class="wp-block-buttons"><div class="wp-block-button is-style-outline"><a class="wp-block-button__link wp-element-button" href="https://shop.example/">Buy <strong>now</strong></a></div></div>',
        '<p class="button-link"><a href="https://shop.example/">Buy now</a></p>',
      ],
      'core/columns': [
        '<div class="wp-block-columns"><div class="wp-block-column" style="flex-basis:50%"><p>One</p></div><div class="wp-block-column"><h4 class="wp-block-heading">Two</h4></div></div>',
        '<p>One</p><h3>Two</h3>',
      ],
      'core/file with a PDF': [
        '<div class="wp-block-file"><object class="wp-block-file__embed" data="https://old.example/wp-content/uploads/plan.pdf" type="application/pdf" aria-label="Embed of plan."></object><a id="wp-block-file--media-1" href="https://old.example/wp-content/uploads/plan.pdf">The plan</a><a href="https://old.example/wp-content/uploads/plan.pdf" class="wp-block-file__button wp-element-button" download aria-describedby="wp-block-file--media-1">Download</a></div>',
        '<p class="file-link"><a href="import-file:0">The plan</a></p>',
      ],
      'core/cover': [
        '<div class="wp-block-cover"><img class="wp-block-cover__image-background wp-image-9" alt="" src="/a.jpg" data-object-fit="cover"/><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__inner-container"><p class="has-large-font-size">Welcome</p></div></div>',
        `<p>${imageAt(0)}</p><p>Welcome</p>`,
      ],
      'core/cover that stays in place': [
        '<div class="wp-block-cover has-parallax"><div role="img" aria-label="A sea" class="wp-block-cover__image-background wp-image-9 has-parallax" style="background-position:50% 50%;background-image:url(/a.jpg)"></div><div class="wp-block-cover__inner-container"><p>Welcome</p></div></div>',
        `<p>${imageAt(0, 'A sea')}</p><p>Welcome</p>`,
      ],
      'core/cover before WordPress 5.7': [
        '<div class="wp-block-cover has-background-dim" style="background-image:url(&quot;/a.jpg&quot;)"><div class="wp-block-cover__inner-container"><p>Welcome</p></div></div>',
        `<p>${imageAt(0)}</p><p>Welcome</p>`,
      ],
      'core/accordion': [
        '<div class="wp-block-accordion"><div class="wp-block-accordion-item"><h3 class="wp-block-accordion-heading"><button type="button" class="wp-block-accordion-heading__toggle"><span class="wp-block-accordion-heading__toggle-title">Why?</span><span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button></h3><div class="wp-block-accordion-panel"><p>Because.</p></div></div></div>',
        '<h3>Why?</h3><p>Because.</p>',
      ],
      'core/media-text': [
        '<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"><img src="/a.jpg" alt="A"/></figure><div class="wp-block-media-text__content"><p>Beside</p></div></div>',
        `<p>${imageAt(0, 'A')}</p><p>Beside</p>`,
      ],
      'core/separator': ['<hr class="wp-block-separator has-alpha-channel-opacity"/>', '<p>* * *</p>'],
      'core/details': [
        '<details class="wp-block-details"><summary>Why?</summary><p>Because.</p></details>',
        '<p><strong>Why?</strong></p><p>Because.</p>',
      ],
      'core/footnotes': [
        '<p>A<sup data-fn="a1" class="fn"><a href="#a1" id="a1-link">1</a></sup></p>',
        '<p>A[1]</p>',
      ],
      'core/list': [
        '<ul class="wp-block-list"><li>a<ul class="wp-block-list"><li>b</li></ul></li></ul><ol start="3" class="wp-block-list"><li>c</li></ol>',
        '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li><p>c</p></li></ol>',
      ],
      'core/audio': [
        '<figure class="wp-block-audio"><audio controls src="/a.mp3"></audio><figcaption class="wp-element-caption">Sound</figcaption></figure>',
        '<p><a href="https://old.example/a.mp3">a.mp3</a></p><p><em>Sound</em></p>',
      ],
      'core/search': ['<form role="search" class="wp-block-search"><input type="search"></form>', ''],
    }),
  )('%s', (_, [html, expected]) => expect(fromBlocks(html).html).toBe(expected))

  test('that cuts the excerpt', () => {
    expect(fromWordpress('One <b>two</b>\n\n<!--more Read on-->\n\nthree')).toMatchObject({
      html: '<p>One <strong>two</strong></p><p>three</p>',
      excerpt: 'One two',
    })
  })

  test('whose content WordPress makes when the page is shown is named', () => {
    const read = fromWordpress(`<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->
<!-- wp:acf/quote {"name":"acf/quote","data":{"text":{"a":"{b} \\u002d\\u002d"}},"mode":"preview"} /-->
<!-- wp:latest-posts {"postsToShow":3} /-->\n<!-- wp:latest-posts /-->\n<!-- wp:spacer /-->`)
    expect(read.html).toBe('<p>a</p>')
    expect(detailsOf(read)).toEqual([
      'These blocks of WordPress have no text in the file, so they were left out: acf/quote, latest-posts.',
    ])
  })

  test('for shortcodes has no text that is none', () => {
    const read = fromWordpress('<!-- wp:shortcode -->\n[reviews]\n<!-- /wp:shortcode --><p>a [sic]</p>')
    expect(read.html).toBe('<p>a [sic]</p>')
    expect(detailsOf(read)).toEqual(['WordPress shortcodes that are left out: [reviews].'])
  })

  test('for members leaves out what is between its shortcodes', () => {
    const read = fromWordpress(
      '<p>a</p>[restrict paid="true"]<p>secret</p>[/restrict]<p>b</p>[members_only]hidden[/members_only] [private]',
    )
    expect(read.html).not.toMatch(/secret|hidden/)
    expect(read.html).toMatch(/^<p>a<\/p><p>b<\/p>/)
    expect(detailsOf(read)).toContain(
      'Left out, because only members could read them: 2 parts. Copy them by hand if everyone may read them.',
    )
  })

  test('with preformatted text names the links in it', () => {
    const read = fromBlocks(
      '<pre class="wp-block-preformatted">a <a href="https://x.example/">b</a> <a href="#c">c</a></pre>',
    )
    expect(read.html).toBe('<pre><code>a b c</code></pre>')
    expect(detailsOf(read)).toEqual([
      'These links became text, because a post can’t link there: https://x.example/.',
    ])
  })

  test('with a button that leads nowhere is named', () => {
    const read = fromBlocks('<button type="button" class="wp-block-button__link">Buy</button><p>a</p>')
    expect(read.html).toBe('<p>a</p>')
    expect(detailsOf(read)).toEqual(['A button without a link was left out. Add it by hand.'])
  })

  test('with a form of a plugin keeps its text, and is named', () => {
    const read = fromBlocks('<form class="x"><p>Your name <input type="text"></p></form>')
    expect(read.html).toBe('<p>Your name</p>')
    expect(detailsOf(read)).toEqual(['A form was left out.'])
  })
})
