import { describe, expect, test } from 'vitest'
import { convertHere, detailsOf, fromBlocks, fromGhost } from '../../../testing/convert-html.ts'
import type { ConvertedText } from '../read-apart.ts'

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
    expect(linkIn(fromBlocks(`<a href="${href}">a</a>`))).toBe(expected)
  })

  test('to nothing that a post can link to becomes text, and is named', () => {
    const read = fromBlocks(
      '<p><a href="#">a</a> <a href="#part">b</a> <a href="ftp://old.example/">c</a></p>',
    )
    expect(read.html).toBe('<p>a b c</p>')
    expect(detailsOf(read)).toEqual([
      'These links became text, because a post can’t link there: ftp://old.example/, #part.',
    ])
  })

  test('to a PDF of the old site in a sentence becomes a file, and keeps its words', () => {
    const read = fromBlocks(
      '<p>See <a href="https://old.example/wp-content/uploads/plan.pdf?x=1">the <b>plan</b></a>.</p>',
    )
    expect(read.html).toBe('<p>See <a href="import-file:0">the <strong>plan</strong></a>.</p>')
    expect(read.files).toEqual([
      { address: 'https://old.example/wp-content/uploads/plan.pdf?x=1', title: '', isLink: true },
    ])
    expect(detailsOf(read)).toEqual([])
  })

  test('to a PDF keeps its words in a heading, in a button, and around a block', () => {
    const address = '/wp-content/uploads/a.pdf'
    const read = fromBlocks(
      `<h2><a href="${address}">a</a></h2><a class="wp-block-button__link" href="${address}">b</a><a href="${address}"><p>c</p><p>d</p></a>`,
    )
    expect(read.html).toBe(
      '<h2><a href="import-file:0">a</a></h2><p class="button-link"><a href="import-file:1">b</a></p><p><a href="import-file:2">c</a></p><p><a href="import-file:2">d</a></p>',
    )
  })

  test('to another file of the old site stays, and the files are counted', () => {
    const read = fromBlocks(
      '<p><a href="/up/a.docx">a</a> <a href="https://old.example/up/b.zip">b</a> <a href="/up/a.docx">a</a></p>',
    )
    expect(detailsOf(read)).toEqual([
      'It links to 2 files on the old site, such as a.docx. Move what you need before the old site ends.',
    ])
  })

  test('to a file of a site with an unknown address becomes text, and is named', () => {
    const read = fromGhost('<p><a href="/content/files/a.docx">a</a> <a href="/about/">b</a></p>')
    expect(read.html).toBe('<p>a <a href="/about/">b</a></p>')
    expect(detailsOf(read)).toEqual([
      'It has no links to a file on the old site: a.docx, because the address of that site is unknown. To keep a link, enter the address of the old site before you start the import.',
    ])
  })

  test('to a file in Markdown gets the address of the old site, and its path once', () => {
    const inBlog = (text: string) =>
      convertHere(
        { markdown: text },
        { format: 'markdown', path: 'posts/i.md', siteUrl: 'https://old.example/blog' },
      )
    expect(linkIn(inBlog('[a](/blog/a.zip)'))).toBe('https://old.example/blog/a.zip')
    expect(linkIn(inBlog('[a](/a.zip)'))).toBe('https://old.example/blog/a.zip')
    expect(linkIn(inBlog('[a](a.zip)'))).toBe('https://old.example/blog/posts/a.zip')
    expect(linkIn(inBlog('[a](b.txt)'))).toBe('/posts/b.txt')
  })
})
