import { Image } from '@tiptap/extension-image'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { isOwnPicture } from '../../../contracts/media.ts'
import { linkProtocols } from '../../../contracts/posts.ts'
import { HighlightedCodeBlock } from './code-block.ts'

/** Pictures of this site only, with the sizes that the server made. */
const Picture = Image.configure({ inline: true }).extend({
  addAttributes: () =>
    Object.fromEntries(
      ['src', 'srcset', 'sizes', 'alt', 'width', 'height'].map((name) => [name, { default: null }]),
    ),
  parseHTML: () => [{ tag: 'img', getAttrs: (image) => (isOwnPicture(addressesOf(image)) ? null : false) }],
  // A picture without a description is decorative, which needs an explicit empty alt.
  renderHTML: ({ HTMLAttributes }) => ['img', { ...HTMLAttributes, alt: HTMLAttributes.alt ?? '' }],
  // Typing `![text](url)` would insert a picture from any URL.
  addInputRules: () => [],
})

/** Lets code be bold or a link, as Markdown and other programs have it. */
const Kit = StarterKit.extend({
  addExtensions() {
    return (
      this.parent?.().map((extension) =>
        extension.name === 'code' ? extension.extend({ excludes: '' }) : extension,
      ) ?? []
    )
  },
})

/** Exactly what the server keeps (server/posts/rendering/sanitize.ts), so that a saved post comes back unchanged. */
export const extensions = [
  Kit.configure({
    heading: { levels: [1, 2, 3] },
    codeBlock: false,
    horizontalRule: false,
    // Would add an empty paragraph to every post.
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

/** A link within this site, which Markdown may contain: users cannot type one, but existing ones stay. */
function isOwnAddress(address: string): boolean {
  return /^([/?](?![/\\])|#)\S*$/.test(address)
}

/** Completes a typed link: `example.org`, `ann@example.org`. Undefined: not a link we allow. */
export function readLinkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (isLinkAddress(text)) return text
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  if (/^[^\s@/:]+\.[^\s@/:]+(:\d+)?([/?#]\S*)?$/.test(text)) return `https://${text}`
  return undefined
}
