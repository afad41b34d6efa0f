import { Node } from '@tiptap/core'
import { calloutLabels, readTone } from '../../../../contracts/post-blocks.ts'

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
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('div')
      const label = document.createElement('p')
      const contentDOM = document.createElement('div')
      dom.className = 'callout'
      label.className = 'callout-label'
      label.contentEditable = 'false'
      contentDOM.className = 'callout-text'
      dom.append(label, contentDOM)
      const show = (given: unknown) => {
        const tone = readTone(String(given))
        dom.dataset.tone = tone
        label.textContent = calloutLabels[tone]
      }
      show(node.attrs.tone)
      return {
        dom,
        contentDOM,
        update(changed) {
          if (changed.type !== node.type) return false
          show(changed.attrs.tone)
          return true
        },
        // The label is ours, so its change is not one of the text.
        ignoreMutation: ({ target }) => !contentDOM.contains(target),
      }
    }
  },
})
