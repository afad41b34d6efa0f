import { Node } from '@tiptap/core'
import { DOMSerializer } from '@tiptap/pm/model'
import { isLinkAddress, isOwnAddress } from '../../../contract/link-address.ts'

type ButtonAttributes = { href: string; label: string }

/** A link that looks like a button. In the editor it is no link, because a click selects it. */
export const ButtonLink = Node.create({
  name: 'buttonLink',
  group: 'topBlock',
  atom: true,
  draggable: true,
  addAttributes: () => ({ href: { default: '', rendered: false }, label: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'p.button-link', priority: 60, getAttrs: readButton }],
  renderHTML: ({ node }) => [
    'p',
    { class: 'button-link' },
    ['a', { href: String(node.attrs.href) }, String(node.attrs.label)],
  ],
  renderText: ({ node }) => `${node.attrs.label} (${node.attrs.href})`,
  addNodeView: () => {
    return ({ node: { attrs } }) =>
      DOMSerializer.renderSpec(document, [
        'p',
        { class: 'button-link', title: String(attrs.href) },
        ['span', { class: 'btn' }, String(attrs.label)],
      ])
  },
})

function readButton(paragraph: HTMLElement): ButtonAttributes | false {
  const [link, ...others] = paragraph.querySelectorAll('a')
  const href = link?.getAttribute('href') ?? ''
  const label = oneLine(link?.textContent)
  const isButton = others.length === 0 && label !== '' && label === oneLine(paragraph.textContent)
  return isButton && (isLinkAddress(href) || isOwnAddress(href)) ? { href, label } : false
}

/** The text of an element, as the server stores it in a label */
export const oneLine = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
