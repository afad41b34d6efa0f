import { expect, test } from 'vitest'
import { detailsOf, fromBlocks, fromWordpress } from '../../../testing/convert-html.ts'

const block = (code: string, language = '') =>
  `<pre><code${language ? ` class="language-${language}"` : ''}>${code}</code></pre>`

// The keys of `$this->brushes` in syntaxhighlighter.php that are shortcodes
const aliases =
  'as3 actionscript3 bash shell coldfusion cf clojure clj cpp c c-sharp csharp css delphi pas pascal diff patch erl erlang fsharp groovy java jfx javafx js jscript javascript tex matlab objc obj-c perl pl php plain text ps powershell py python splus rails rb ror ruby scala sql vb vbnet xml xhtml xslt html'

test.each([...aliases.split(' '), 'code', 'source', 'sourcecode'])(
  'SyntaxHighlighter has the shortcode [%s]',
  (name) => {
    for (const convert of [fromWordpress, fromBlocks]) {
      const converted = convert(`Before\n\n[${name}]\n  if (a &lt; b)\n\n\tc();\n[/${name}]\n\nAfter`)
      expect(converted.html).toMatch(
        /^<p>Before<\/p><pre><code(?: class="language-[\w-]+")?> {2}if \(a &lt; b\)\n\n\tc\(\);<\/code><\/pre><p>After<\/p>$/,
      )
      expect(detailsOf(converted)).toEqual([])
    }
  },
)

test('code is text, whatever is in it', () => {
  const cases: [string, string][] = [
    ['[csharp]\nvar a = 1;\n    b[0] = "x";\n[/csharp]', block('var a = 1;\n    b[0] = "x";', 'csharp')],
    // Without a tag in it, the plugin takes code for HTML already.
    ['[java]List&lt;String&gt; a &amp;&amp; b[/java]', block('List&lt;String&gt; a &amp;&amp; b', 'java')],
    ['[xml]&amp;lt;[/xml]', block('&amp;lt;', 'xml')],
    [
      '[html]<script>alert(1)</script><b class="x">&nbsp;</b>[/html]',
      block('&lt;script&gt;alert(1)&lt;/script&gt;&lt;b class="x"&gt;&amp;nbsp;&lt;/b&gt;', 'html'),
    ],
    [
      '[php]<?php echo "<p>"; // [caption] ?>[/php]',
      block('&lt;?php echo "&lt;p&gt;"; // [caption] ?&gt;', 'php'),
    ],
    ['[code lang="c++"]a->b[/code]', block('a-&gt;b', 'cpp')],
    ['[sourcecode language="plain"]a[/sourcecode]', block('a')],
    ['[code language=\'vb\' gutter="false"]Dim a[/code]', block('Dim a', 'vb')],
    ['<pre>[sql]\nselect 1\n  from a[/sql]</pre>', block('select 1\n  from a', 'sql')],
    ['[cc]a < b &lt;[/cc]', block('a &lt; b &amp;lt;')],
    ['[cc lang="php"]\n\t$a = "<b>";\n[/cc]', block('\t$a = "&lt;b&gt;";', 'php')],
    ['[cc lang="php" escaped="true"]$a &lt; 1[/cc]', block('$a &lt; 1', 'php')],
    ['[cce_php]$a &lt; 1 && $b > "<i>"[/cce_php]', block('$a &lt; 1 &amp;&amp; $b &gt; "&lt;i&gt;"', 'php')],
    ['[ccnLe_java tab_size="4"]a &amp;&amp; b[/ccnLe_java]', block('a &amp;&amp; b', 'java')],
    ['[ccEN_js]a &amp;&amp; b[/ccEN_js]', block('a &amp;amp;&amp;amp; b', 'javascript')],
    ['[cc_c#]a<b>()[/cc_c#]', block('a&lt;b&gt;()', 'csharp')],
    ['Call [cci_php]strlen("<a>")[/cci_php] here', '<p>Call <code>strlen("&lt;a&gt;")</code> here</p>'],
  ]
  for (const [given, expected] of cases) {
    const converted = fromWordpress(given)
    expect(converted.html, given).toBe(expected)
    expect(detailsOf(converted), given).toEqual([])
  }
})

test('words in brackets that are also names of languages stay', () => {
  const text = 'See [text] and [source] in [c] or [go], [cc] John.'
  expect(fromWordpress(text).html).toBe(`<p>${text}</p>`)
})
