import type { Document } from '@tiptap/extension-document'
import { Image } from '@tiptap/extension-image'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { isOwnPicture } from '../../../media/contract/media.ts'
import { isLinkAddress, isOwnAddress } from '../../contract/link-address.ts'
import { ButtonLink } from './blocks/button-link.ts'
import { Callout } from './blocks/callout.ts'
import { FileLink } from './blocks/file-link.ts'
import { tables } from './blocks/table.ts'
import { VideoBlock } from './blocks/video.ts'
import { HighlightedCodeBlock } from './code-block.ts'

/** Allows uploaded pictures of this site only, with all the attributes for the sizes that the server generated. */
const Picture = Image.configure({ inline: true }).extend({
  addAttributes: () =>
    Object.fromEntries(
      ['src', 'srcset', 'sizes', 'alt', 'width', 'height'].map((name) => [name, { default: null }]),
    ),
  parseHTML: () => [{ tag: 'img', getAttrs: (image) => (isOwnPicture(addressesOf(image)) ? null : false) }],
  // A picture without a description is decorative, and HTML requires an explicit empty alt for that.
  renderHTML: ({ HTMLAttributes }) => ['img', { ...HTMLAttributes, alt: HTMLAttributes.alt ?? '' }],
  // No input rules, because typing `![text](url)` would insert a picture from any URL.
  addInputRules: () => [],
})

/**
 * Allows inline code to be bold or a link, which Markdown and other editors allow. Allows the blocks of the group
 * `topBlock`, such as tables, at the top level only.
 */
const Kit = StarterKit.extend({
  addExtensions() {
    return (
      this.parent?.().map((extension) => {
        if (extension.name === 'code') return extension.extend({ excludes: '' })
        return extension.name === 'doc'
          ? (extension as typeof Document).extend({ content: '(block|topBlock)+' })
          : extension
      }) ?? []
    )
  },
})

/**
 * The text editor allows exactly what the server's sanitizer keeps (features/posts/server/rendering/sanitize.ts), so that saving
 * a post never changes it.
 */
export const extensions = [
  Kit.configure({
    heading: { levels: [1, 2, 3] },
    // Replaced by HighlightedCodeBlock
    codeBlock: false,
    horizontalRule: false,
    // This extension would add an empty paragraph to every post.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isLinkAddress(address) || isOwnAddress(address),
      shouldAutoLink: (address) => isLinkAddress(address),
      // The public page adds these attributes to links (features/posts/web/blog/post-body.tsx), so a stored post has none.
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  HighlightedCodeBlock,
  Picture,
  ...tables,
  ButtonLink,
  Callout,
  FileLink,
  VideoBlock,
  Placeholder.configure({ placeholder: 'Write here...' }),
]

function addressesOf(image: HTMLElement) {
  return { src: image.getAttribute('src') ?? '', srcset: image.getAttribute('srcset') ?? '' }
}

/** Shown when `readLinkAddress` finds no link */
export const linkProblem = 'Enter a web, email, or phone link: https://..., mailto:..., or tel:...'

/** Completes a typed link such as `example.org` or `ann@example.org`. Undefined if the link is not allowed. */
export function readLinkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (isLinkAddress(text)) return text
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`
  if (/^[^\s@/:]+\.[^\s@/:]+(:\d+)?([/?#]\S*)?$/.test(text)) return `https://${text}`
  return undefined
}
