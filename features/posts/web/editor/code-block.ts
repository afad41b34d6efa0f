import { findChildren } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { createLowlight } from 'lowlight'

/** Milliseconds between the last change and highlighting the code again */
const highlightDelay = 1000

type Lowlight = ReturnType<typeof createLowlight>
type Highlighted = ReturnType<Lowlight['highlight']>['children'][number]

const key = new PluginKey<DecorationSet>('highlighting')
let languages: Promise<Lowlight> | undefined

/** A code block with syntax highlighting. The highlighter is loaded when the text has its first code block. */
export const HighlightedCodeBlock = CodeBlock.extend({
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), highlighter(this.name)]
  },
})

function highlighter(blockName: string): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      // `highlight` sends new decorations as metadata of a transaction. On any other change, the old ones move with the
      // text.
      apply: (transaction, old) =>
        (transaction.getMeta(key) as DecorationSet | undefined) ??
        old.map(transaction.mapping, transaction.doc),
    },
    props: { decorations: (state) => key.getState(state) },
    view(view) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const plan = (delay: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => void highlight(view, blockName), delay)
      }
      plan(0)
      return {
        update: (_, before) => {
          if (view.state.doc !== before.doc) plan(highlightDelay)
        },
        destroy: () => clearTimeout(timer),
      }
    },
  })
}

async function highlight(view: EditorView, blockName: string): Promise<void> {
  if (findBlocks(view.state.doc, blockName).length === 0) return
  languages ??= import('lowlight').then(({ common, createLowlight }) => createLowlight(common))
  const lowlight = await languages
  if (view.isDestroyed) return
  const { doc } = view.state
  const decorations = findBlocks(doc, blockName).flatMap(({ node, pos }) => {
    const language: unknown = node.attrs.language
    const tree =
      typeof language === 'string' && lowlight.registered(language)
        ? lowlight.highlight(language, node.textContent)
        : lowlight.highlightAuto(node.textContent)
    // The text begins one position after the block's start.
    return decorate(tree.children, pos + 1).decorations
  })
  // Kept out of the history, so that Undo does not revert the highlighting.
  view.dispatch(
    view.state.tr.setMeta(key, DecorationSet.create(doc, decorations)).setMeta('addToHistory', false),
  )
}

function findBlocks(doc: Node, name: string) {
  return findChildren(doc, (node) => node.type.name === name)
}

/** Creates editor decorations from the highlighter's syntax tree. `from` is the tree's position in the document. */
function decorate(
  nodes: readonly Highlighted[],
  from: number,
  classes: string[] = [],
): { decorations: Decoration[]; to: number } {
  const decorations: Decoration[] = []
  let to = from
  for (const node of nodes) {
    if (node.type === 'text') {
      const end = to + node.value.length
      if (classes.length > 0) decorations.push(Decoration.inline(to, end, { class: classes.join(' ') }))
      to = end
    } else if (node.type === 'element') {
      const own = node.properties.className
      const inside = decorate(node.children as Highlighted[], to, [
        ...classes,
        ...(Array.isArray(own) ? own.map(String) : []),
      ])
      decorations.push(...inside.decorations)
      to = inside.to
    }
  }
  return { decorations, to }
}
