import { Image } from '@tiptap/extension-image'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { isOwnPicture } from '../../../contracts/media.ts'
import { linkProtocols } from '../../../contracts/posts.ts'
import { HighlightedCodeBlock } from './code-block.ts'

/** Our own pictures only, with the sizes that the server made. */
const Picture = Image.configure({ inline: true }).extend({
  addAttributes: () =>
    Object.fromEntries(
      ['src', 'srcset', 'sizes', 'alt', 'width', 'height'].map((name) => [name, { default: null }]),
    ),
  parseHTML: () => [{ tag: 'img', getAttrs: (image) => (isOwnPicture(addressesOf(image)) ? null : false) }],
  // A picture without words for it is decoration, and says so.
  renderHTML: ({ HTMLAttributes }) => ['img', { ...HTMLAttributes, alt: HTMLAttributes.alt ?? '' }],
  // `![text](address)` would make one of any address.
  addInputRules: () => [],
})

/** Code may be bold, or a link: Markdown and other programs write it so. */
const Kit = StarterKit.extend({
  addExtensions() {
    return this.parent?.().map((one) => (one.name === 'code' ? one.extend({ excludes: '' }) : one)) ?? []
  },
})

/** What the server keeps (server/posts/sanitize.ts), and nothing else: a saved post comes back unchanged. */
export const extensions = [
  Kit.configure({
    heading: { levels: [1, 2, 3] },
    codeBlock: false,
    horizontalRule: false,
    // It would add an empty paragraph to every post.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isLinkAddress(address) || isOwnAddress(address),
      shouldAutoLink: (address) => isLinkAddress(address),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  HighlightedCodeBlock,
  Picture,
  Placeholder.configure({ placeholder: 'Write here...' }),
]

function addressesOf(image: HTMLElement) {
  return { src: image.getAttribute('src') ?? '', srcset: image.getAttribute('srcset') ?? '' }
}

export function isLinkAddress(address: string): boolean {
  return new RegExp(`^(${linkProtocols.join('|')}):\\S+$`, 'i').test(address)
}

/** A place on this site, as Markdown names it: nobody types one here, and none is lost here. */
function isOwnAddress(address: string): boolean {
  return /^([/?](?![/\\])|#)\S*$/.test(address)
}

/** What somebody means who types an address: `example.org`, `ann@example.org`. Undefined: none of ours. */
export function readLinkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (isLinkAddress(text)) return text
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  if (/^[^\s@/:]+\.[^\s@/:]+(:\d+)?([/?#]\S*)?$/.test(text)) return `https://${text}`
  return undefined
}
