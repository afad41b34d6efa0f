import { describe, expect, test } from 'vitest'
import { detailsOf, fromGhost, imageAt, youtubeVideo } from '../../../testing/convert-html.ts'

// The HTML is that of the cards of Ghost 5 and 6 (TryGhost/Koenig, packages/kg-default-nodes/src/nodes).
describe('a card of Ghost', () => {
  test.each<[string, [string, string]]>(
    Object.entries({
      image: [
        '<figure class="kg-card kg-image-card kg-width-wide kg-card-hascaption"><img src="/content/images/2024/05/a.jpg" class="kg-image" alt="A" loading="lazy" width="2000" height="1333" srcset="/content/images/size/w600/2024/05/a.jpg 600w"><figcaption><span style="white-space: pre-wrap;">Words</span></figcaption></figure>',
        `<p>${imageAt(0, 'A')}</p><p><em>Words</em></p>`,
      ],
      gallery: [
        '<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/a.jpg" alt=""></div><div class="kg-gallery-image"><img src="/b.jpg"></div></div></div><figcaption><p>Both</p></figcaption></figure>',
        `<p>${imageAt(0)}</p><p>${imageAt(1)}</p><p><em>Both</em></p>`,
      ],
      bookmark: [
        '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://news.example/a"><div class="kg-bookmark-content"><div class="kg-bookmark-title">News</div><div class="kg-bookmark-description">About it</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="/icon.png" alt=""><span class="kg-bookmark-author">Ann</span></div></div><div class="kg-bookmark-thumbnail"><img src="/t.png" alt=""></div></a></figure>',
        '<p><a href="https://news.example/a">News</a><br />About it</p>',
      ],
      callout: [
        '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind the <b><strong style="white-space: pre-wrap;">gap</strong></b></div></div>',
        '<aside data-tone="note"><p>💡 Mind the <strong>gap</strong></p></aside>',
      ],
      button: [
        '<div class="kg-card kg-button-card kg-align-center"><a href="https://shop.example" class="kg-btn kg-btn-accent">Buy</a></div>',
        '<p class="button-link"><a href="https://shop.example">Buy</a></p>',
      ],
      toggle: [
        '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span>Why?</span></h4><button class="kg-toggle-card-icon" aria-label="Expand toggle to read content"><svg><path d=""/></svg></button></div><div class="kg-toggle-content"><p>Because</p></div></div>',
        '<p><strong>Why?</strong></p><p>Because</p>',
      ],
      'embed with a video': [
        '<figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed" frameborder="0" allowfullscreen title="A talk"></iframe></figure>',
        youtubeVideo.replace('YouTube video', 'A talk'),
      ],
      'embed with a post elsewhere': [
        '<figure class="kg-card kg-embed-card"><blockquote class="twitter-tweet"><p>Hi</p>— Ann <a href="https://x.example/1">May 1</a></blockquote><script async src="https://platform.example/widgets.js"></script></figure>',
        '<blockquote><p>Hi</p><p>— Ann <a href="https://x.example/1">May 1</a></p></blockquote>',
      ],
      file: [
        '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/content/files/2024/05/plan.pdf" title="Download" download><div class="kg-file-card-contents"><div class="kg-file-card-title">Plan</div><div class="kg-file-card-caption">For May</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">plan.pdf</div><div class="kg-file-card-filesize">1 KB</div></div></div><div class="kg-file-card-icon"><svg></svg></div></a></div>',
        '<p class="file-link"><a href="import-file:0">Plan</a></p><p><em>For May</em></p>',
      ],
      audio: [
        '<div class="kg-card kg-audio-card"><img src="" alt="audio-thumbnail" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-player-container"><audio src="/content/media/a.mp3" preload="metadata"></audio><div class="kg-audio-title">Episode 1</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span></div></div></div>',
        '<p>Episode 1</p>',
      ],
      video: [
        '<figure class="kg-card kg-video-card kg-card-hascaption"><div class="kg-video-container"><video src="/content/media/a.mp4" poster="https://img.example/x.png"></video><div class="kg-video-player-container"><span class="kg-video-current-time">0:00</span></div></div><figcaption><p>A walk</p></figcaption></figure>',
        '<p>a.mp4</p><p><em>A walk</em></p>',
      ],
      product: [
        '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="/p.jpg" class="kg-product-card-image"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title"><span>Lamp</span></h4></div><div class="kg-product-card-rating"><span class="kg-product-card-rating-active"><svg></svg></span></div><div class="kg-product-card-description"><p>Bright</p></div><a href="https://shop.example/lamp" class="kg-product-card-button kg-product-card-btn-accent"><span>Buy</span></a></div></div>',
        `<p>${imageAt(0)}</p><h3>Lamp</h3><p>Bright</p><p class="button-link"><a href="https://shop.example/lamp">Buy</a></p>`,
      ],
      header: [
        '<div class="kg-card kg-header-card kg-v2 kg-width-full" data-background-color="#000"><picture><img class="kg-header-card-image" src="/h.jpg" alt=""></picture><div class="kg-header-card-content"><div class="kg-header-card-text"><h2 class="kg-header-card-heading">Hello</h2><p class="kg-header-card-subheading">There</p><a href="/start/" class="kg-header-card-button">Start</a></div></div></div>',
        `<p>${imageAt(0)}</p><h2>Hello</h2><p>There</p><p class="button-link"><a href="/start/">Start</a></p>`,
      ],
      'header of Ghost 4 and 5': [
        '<div class="kg-card kg-header-card kg-width-full kg-size-small kg-style-image" data-kg-background-image="/h.jpg" style="background-image: url(/h.jpg)"><h2 class="kg-header-card-header">Hello</h2></div>',
        `<p>${imageAt(0)}</p><h2>Hello</h2>`,
      ],
      'code with a caption': [
        '<figure class="kg-card kg-code-card"><pre><code class="language-js">a &lt; b</code></pre><figcaption>Less</figcaption></figure>',
        '<pre><code class="language-js">a &lt; b</code></pre><p><em>Less</em></p>',
      ],
      html: [
        '<!--kg-card-begin: html-->\n<div onclick="x()">Raw</div>\n<!--kg-card-end: html-->',
        '<p>Raw</p>',
      ],
      'alternative quotation': [
        '<blockquote class="kg-blockquote-alt">Said</blockquote>',
        '<blockquote><p>Said</p></blockquote>',
      ],
      signup: [
        '<div class="kg-card kg-signup-card"><h2 class="kg-signup-card-heading">Join</h2><form data-members-form="signup"><input type="email"><button type="submit">Go</button></form></div>',
        '',
      ],
    }),
  )('%s', (_, [html, expected]) => expect(fromGhost(html).html).toBe(expected))

  test('that ends the part for everyone is named', () => {
    expect(detailsOf(fromGhost('<p>a</p><!--members-only--><p>b</p>'))[0]).toMatch(/^The part for members/)
  })

  // Ghost takes these parts out of what visitors get (core/server/services/members/content-gating.js).
  test('that only members may see is left out, and counted', () => {
    const gate = (params: string, html: string) =>
      `<!--kg-gated-block:begin ${params} -->${html}<!--kg-gated-block:end-->`
    const members = 'nonMember:false memberSegment:"status:free,status:-free"'
    const read = fromGhost(
      `<p>a</p>${gate(members, '<p>free</p>')}<p>b</p>${gate('nonMember:true memberSegment:""', '<p>c</p>')}${gate('nonMember:false memberSegment:""', '<p>email</p>')}<p>d</p>`,
    )
    expect(read.html).toBe('<p>a</p><p>b</p><p>c</p><p>d</p>')
    expect(detailsOf(read)).toEqual([
      'Left out, because only members could read them: 2 parts. Copy them by hand if everyone may read them.',
    ])
    expect(fromGhost(`<p>a</p><!--kg-gated-block:begin ${members} --><p>no end</p>`).html).toBe('<p>a</p>')
  })

  test('with a post of a social network becomes a quote, and is named', () => {
    const read = fromGhost(
      '<figure class="kg-card kg-embed-card"><blockquote class="twitter-tweet"><p>Hi</p><a href="https://twitter.example/1">May 1</a></blockquote></figure>',
    )
    expect(detailsOf(read)).toEqual([
      'Embedded content of twitter.example became a quote, because only videos can be embedded.',
    ])
  })
})
