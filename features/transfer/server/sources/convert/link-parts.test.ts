import { describe, expect, test } from 'vitest'
import { showParts } from '../../../../../core/contract/text-parts.ts'
import { sanitizePost } from '../../../../posts/server/rendering/sanitize.ts'
import { detailsOf, fromBlocks, fromGhost, fromMarkdown } from '../../../testing/convert-html.ts'

const noteOf = (number: number, text: string) =>
  `<li><p><a href="#footnote-ref-${number}">↑</a> ${text}</p></li>`

describe('footnotes', () => {
  test.each([
    [
      'Markdown',
      () =>
        fromMarkdown(
          'A[^1], B[^note], and A again[^1]. `[^1]`\n\n[^1]: First *note*.\n[^note]: Second.\n\nEnd[^none].\n',
        ),
      `<p>A<a href="#footnote-1">[1]</a>, B<a href="#footnote-2">[2]</a>, and A again<a href="#footnote-1">[1]</a>. <code>[^1]</code></p><p>End[^none].</p><ol>${noteOf(1, 'First <em>note</em>.')}${noteOf(2, 'Second.')}</ol>`,
    ],
    [
      'WordPress',
      () =>
        fromBlocks(
          '<p>a<sup data-fn="f1" class="fn"><a href="#f1" id="f1-link">1</a></sup></p><ol><li id="f1">See this. <a href="#f1-link">↩︎</a></li></ol>',
        ),
      `<p>a<a href="#footnote-1">[1]</a></p><ol>${noteOf(1, 'See this.')}</ol>`,
    ],
    [
      'Ghost',
      () =>
        fromGhost(
          '<p>Text<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup></p><section class="footnotes"><ol><li id="fn1"><p>Note <a href="#fnref1">↩︎</a></p></li></ol></section>',
        ),
      `<p>Text<a href="#footnote-1">[1]</a></p><ol>${noteOf(1, 'Note')}</ol>`,
    ],
  ])('of %s lead to their text and back', (_, read, expected) => {
    const converted = read()
    expect(converted.html).toBe(expected)
    expect(detailsOf(converted)).toEqual([])
    expect(sanitizePost(expected)).toBe(expected.replaceAll('<br>', '<br />'))
    expect(showParts(expected)).toContain('id="part-footnote-1"')
  })

  test('of one text are not those of the next', () => {
    fromMarkdown('A[^1].\n\n[^1]: Note.\n')
    expect(fromMarkdown('B[^1].').html).toBe('<p>B[^1].</p>')
  })
})

describe('links within a text', () => {
  test('lead to headings by their words, or by the ids of the source', () => {
    const read = fromMarkdown(
      '[a](#setup-here) [b](#custom) [c](#gone) [d](#intro) [e](#anchor)\n\n## Setup, *here*\n\n## Other {#custom}\n\n## Other\n\n[f](#other-1)\n\n## 1. Intro\n\n<a name="anchor"></a>\n\n### Anchored\n',
    )
    expect(read.html).toBe(
      '<p><a href="#setup-here">a</a> <a href="#other">b</a> c <a href="#1-intro">d</a> <a href="#anchored">e</a></p><h2>Setup, <em>here</em></h2><h2>Other</h2><h2>Other</h2><p><a href="#other-1">f</a></p><h2>1. Intro</h2><h3>Anchored</h3>',
    )
    expect(detailsOf(read)).toEqual(['These links became text, because a post can’t link there: #gone.'])
  })

  test.each([
    ['<h2 id="h-x">Part</h2>', '#part'],
    ['<div id="h-x"><h3>Part <b>two</b></h3></div>', '#part-two'],
    ['<h2><span id="h-x"></span>Part</h2>', '#part'],
  ])('of WordPress and Ghost lead to %s', (heading, href) => {
    for (const read of [fromBlocks, fromGhost])
      expect(read(`<ul><li><a href="#h-x">Go</a></li></ul>${heading}`).html).toContain(
        `<a href="${href}">Go</a>`,
      )
  })

  test('to other things become text, also in a button', () => {
    const read = fromBlocks('<p id="x">A <a href="#x">b</a></p><a class="wp-element-button" href="#x">Go</a>')
    expect(read.html).toBe('<p>A b</p><p>Go</p>')
    expect(detailsOf(read)).toEqual(['These links became text, because a post can’t link there: #x.'])
  })

  test('come back from our own Markdown as they were', () => {
    const text = '[Part](#part) A[\\[1\\]](#footnote-1)\n\n## Part\n\n1. [↑](#footnote-ref-1) Note\n'
    expect(fromMarkdown(text).html).toBe(
      `<p><a href="#part">Part</a> A<a href="#footnote-1">[1]</a></p><h2>Part</h2><ol>${noteOf(1, 'Note')}</ol>`,
    )
  })
})
