import { expect, test } from 'vitest'
import { linkParts, showParts } from './text-parts.ts'

test('links lead to headings by their words, whatever signs and scripts they have', () => {
  const html =
    '<p><a href="#setup-here">a</a> <a href="#%C3%BCber--uns">b</a> <a href="#more-1">c</a></p><h1>Setup, <em>here</em></h1><h2>Über &amp; uns</h2><h3>More</h3><h3>More</h3><h2>…</h2>'
  expect(showParts(html)).toBe(
    '<p><a href="#part-setup-here">a</a> <a href="#part-über--uns">b</a> <a href="#part-more-1">c</a></p><h1 id="part-setup-here">Setup, <em>here</em></h1><h2 id="part-über--uns">Über &amp; uns</h2><h3 id="part-more">More</h3><h3 id="part-more-1">More</h3><h2>…</h2>',
  )
})

test('a footnote and its references lead to each other', () => {
  const html =
    '<p>A<a href="#footnote-1">[1]</a> B<a href="#footnote-1">[1]</a></p><ol><li><p><a href="#footnote-ref-1">↑</a> Note</p></li></ol>'
  expect(showParts(html)).toBe(
    '<p>A<a href="#part-footnote-1" id="part-footnote-ref-1">[1]</a> B<a href="#part-footnote-1">[1]</a></p><ol><li><p><a href="#part-footnote-ref-1" id="part-footnote-1" aria-label="Back to the text">↑</a> Note</p></li></ol>',
  )
})

test('a link to nothing is text, and a text without such links gets no ids', () => {
  expect(
    showParts('<h2>Main</h2><p><a href="#gone">a</a> <a href="#footnote-1">b</a> <a href="#">c</a></p>'),
  ).toBe('<h2 id="part-main">Main</h2><p>a b c</p>')
  expect(showParts('<p class="button-link"><a href="#gone">a</a></p>')).toBe('<p>a</p>')
  expect(showParts('<h2>Main</h2><p><a href="/blog#main">a</a></p>')).toBe(
    '<h2>Main</h2><p><a href="/blog#main">a</a></p>',
  )
})

test('no heading and no link makes markup or an id of the page', () => {
  const shown = showParts(
    '<p><a href="#main">a</a> <a href="#&quot;onclick=&quot;x">b</a> <a href="#%E0%A4%A">c</a></p><h2>main</h2><h2>"onclick="x &lt;img&gt; __proto__</h2>',
  )
  expect(shown).toBe(
    '<p><a href="#part-main">a</a> b c</p><h2 id="part-main">main</h2><h2 id="part-onclickx-img-__proto__">"onclick="x &lt;img&gt; __proto__</h2>',
  )
})

test('elsewhere the links lead to the page of the text', () => {
  expect(
    linkParts(
      '<h2>Über uns</h2><p><a href="#%C3%BCber-uns">a</a> <a href="#gone">b</a></p>',
      'https://a.example/blog/b',
    ),
  ).toBe('<h2>Über uns</h2><p><a href="https://a.example/blog/b#part-%C3%BCber-uns">a</a> b</p>')
})
