import { Node } from '@tiptap/core'
import { DOMSerializer } from '@tiptap/pm/model'
import { describeFile } from '../../../../../core/contract/file-size.ts'
import { readFileAddress } from '../../../../media/contract/files.ts'
import { readFileSize } from '../../../contract/post-blocks.ts'
import { oneLine } from './button-link.ts'

export type FileLinkAttributes = { href: string; bytes: number; title: string }

/** A file to download. In the editor it is no link, because a click selects it. */
export const FileLink = Node.create({
  name: 'fileLink',
  group: 'topBlock',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    href: { default: '', rendered: false },
    bytes: { default: 1, rendered: false },
    title: { default: '', rendered: false },
  }),
  parseHTML: () => [{ tag: 'p.file-link', priority: 60, getAttrs: readFileLink }],
  renderHTML: ({ node }) => {
    const { href, bytes, title } = node.attrs as FileLinkAttributes
    return ['p', { class: 'file-link' }, ['a', { href, 'data-bytes': String(bytes) }, title]]
  },
  renderText: ({ node }) => `${node.attrs.title} (${node.attrs.href})`,
  addNodeView: () => {
    return ({ node }) => {
      const { bytes, title } = node.attrs as FileLinkAttributes
      const row = ['span', { class: 'file-link-row' }, ['b', title], ' ', ['span', describeFile(bytes)]]
      return DOMSerializer.renderSpec(document, ['p', { class: 'file-link' }, row])
    }
  },
})

function readFileLink(paragraph: HTMLElement): FileLinkAttributes | false {
  const [link, ...others] = paragraph.querySelectorAll('a')
  const href = link?.getAttribute('href') ?? ''
  const bytes = readFileSize(link?.getAttribute('data-bytes'))
  const title = oneLine(link?.textContent)
  const isFile = others.length === 0 && title !== '' && title === oneLine(paragraph.textContent)
  return isFile && bytes !== undefined && readFileAddress(href) ? { href, bytes, title } : false
}
