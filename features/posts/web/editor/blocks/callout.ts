import { Node } from '@tiptap/core'
import { DOMSerializer } from '@tiptap/pm/model'
import { calloutLabels, readTone } from '../../../contract/post-blocks.ts'

/** A box beside the running text */
export const Callout = Node.create({
  name: 'callout',
  group: 'topBlock',
  content: '(paragraph | list)+',
  defining: true,
  addAttributes: () => ({
    tone: {
      default: 'note',
      parseHTML: (element) => readTone(element.getAttribute('data-tone')),
      renderHTML: ({ tone }) => ({ 'data-tone': tone }),
    },
  }),
  parseHTML: () => [{ tag: 'aside[data-tone]' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', HTMLAttributes, 0],
  addNodeView: () => {
    return ({ node }) => {
      const tone = readTone(String(node.attrs.tone))
      return DOMSerializer.renderSpec(document, [
        'div',
        { class: 'callout', 'data-tone': tone },
        ['p', { class: 'callout-label', contenteditable: 'false' }, calloutLabels[tone]],
        ['div', { class: 'callout-text' }, 0],
      ])
    }
  },
})
