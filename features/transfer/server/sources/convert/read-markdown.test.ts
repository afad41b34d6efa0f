import { describe, expect, test } from 'vitest'
import { detailsOf, fromMarkdown, imageAt, youtubeVideo } from '../../../testing/convert-html.ts'

describe('Markdown', () => {
  test.each<[string, [string, string]]>(
    Object.entries({
      GitHub: [
        '# One\n\nText\nline  \nbreak ~~old~~\n\n## Two\n\n- [x] a\n- b\n\n| A | B |\n|---|--:|\n| 1 | **2** |\n',
        '<h2>One</h2><p>Text line<br />break <s>old</s></p><h3>Two</h3><ul><li><p>[x] a</p></li><li><p>b</p></li></ul><table><tbody><tr><th><p>A</p></th><th><p>B</p></th></tr><tr><td><p>1</p></td><td><p><strong>2</strong></p></td></tr></tbody></table>',
      ],
      callouts: [
        '> [!WARNING]\n> Mind *this*\n\n> [!tip] Short\n> Long',
        '<aside data-tone="important"><p>Mind <em>this</em></p></aside><aside data-tone="tip"><p>Short Long</p></aside>',
      ],
      Obsidian: [
        'See [[Other note|that]] and [[Note]]\n\n![[desk.png|A desk]]',
        `<p>See that and Note</p><p>${imageAt(0, 'A desk')}</p>`,
      ],
      Hugo: [
        '{{< youtube dQw4w9WgXcQ >}}\n\n{{< figure src="/a.jpg" alt="A" caption="Words" >}}',
        `${youtubeVideo}<p>${imageAt(0, 'A')}</p><p><em>Words</em></p>`,
      ],
      Jekyll: [
        '{% highlight ruby %}\nputs 1\n{% endhighlight %}\n\n![]({{ site.baseurl }}/assets/a.png)',
        `<pre><code class="language-ruby">puts 1</code></pre><p>${imageAt(0)}</p>`,
      ],
      'code with templates': [
        '```\n{{< x >}} [[a]] {% b %}\n```\n',
        '<pre><code>{{&lt; x &gt;}} [[a]] {% b %}</code></pre>',
      ],
    }),
  )('of %s', (_, [text, expected]) => expect(fromMarkdown(text).html).toBe(expected))

  test('templates that are removed are named', () => {
    expect(detailsOf(fromMarkdown('{{< toc >}} a {% include x.html %}'))).toEqual([
      'These template tags were removed: {{< toc >}}, {% include %}.',
    ])
  })

  test('links to other notes of Obsidian are named', () => {
    const read = fromMarkdown('[[One|1]] ![[Two]] ![[Three.md]] ![[four.zip]]', 'a/b.md')
    expect(read.html).toBe('<p>1 Two Three.md four.zip</p>')
    expect(detailsOf(read)).toEqual([
      expect.stringMatching(/^It has no links to a file on the old site: four\.zip,/),
      'Links to other notes became text: Two, Three.md, One.',
    ])
  })

  test('links to other texts become the paths of their files', () => {
    expect(fromMarkdown('[a](../posts/b.md#c) [d](/e) [f](g%20h.md)', 'content/pages/i.md').html).toBe(
      '<p><a href="/content/posts/b.md#c">a</a> <a href="/e">d</a> <a href="/content/pages/g%20h.md">f</a></p>',
    )
  })
})
