import type { SourceLink, SourceMenu, SourceProblem } from '../source.ts'
import { readBlockAttributes } from '../texts/block-comments.ts'
import { listNames, noteIf } from '../texts/note-words.ts'
import { plainText } from '../texts/plain-text.ts'
import { rootOf } from '../texts/post-fields.ts'
import type { MenuItem, WordpressFacts } from './read-facts.ts'
import { pathOfTerm } from './term-paths.ts'

/**
 * The menus of a classic theme (`nav_menu_item`) and of a block theme (`wp_navigation`), in the order of their links.
 * The file does not say where a menu is shown, so its name decides which one comes first.
 */
export function readMenus(facts: WordpressFacts): (SourceMenu | SourceProblem)[] {
  const classic = [...Map.groupBy(facts.menuItems, ({ menu }) => menu)].map(([slug, items]) => {
    const links = inOrder(items).map(({ item, isBelow }) => ({
      ...toLink(item, facts),
      ...(isBelow && { isBelow: true as const }),
    }))
    return { id: slug, name: facts.menus.get(slug) ?? slug, links }
  })
  const navigations = facts.navigations.map(({ id, name, content }) => ({
    id: `navigation:${id}`,
    name,
    links: readNavigation(content, facts),
  }))
  return [...classic, ...navigations]
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap(({ id, name, links }) => toEntries(`wordpress:${facts.siteUrl ?? ''}:menu:${id}`, name, links))
}

/** A link as the file has it; without an address if what it leads to is not in the file */
type FoundLink = { label: string; address: string | undefined; isBelow?: true }

function rankOf({ id, name }: { id: string; name: string }): number {
  const words = `${id} ${name}`
  if (/foot|social|legal|mobile|sidebar|bottom/i.test(words)) return 2
  return /primary|main|header|top/i.test(words) ? 0 : 1
}

function toEntries(key: string, name: string, found: FoundLink[]): (SourceMenu | SourceProblem)[] {
  const links = found.flatMap(({ label, address, isBelow }): SourceLink[] =>
    label && address ? [{ label, address, ...(isBelow && { isBelow }) }] : [],
  )
  const lost = found.filter(({ label, address }) => label !== '' && address === undefined)
  return [
    ...(links.length > 0 ? [{ type: 'menu' as const, key, name, links }] : []),
    ...noteIf(
      lost.length > 0,
      name,
      `Links of this menu whose pages are not in the file were left out: ${listNames(lost.map(({ label }) => label))}.`,
    ).map((note) => ({ type: 'problem' as const, note })),
  ]
}

/** Each link is followed by those below it: our menus have one level. */
function inOrder(items: MenuItem[]): { item: MenuItem; isBelow: boolean }[] {
  const byParent = Map.groupBy(
    items.toSorted((one, other) => one.order - other.order),
    ({ parent }) => parent,
  )
  const listed = new Map<MenuItem, boolean>()
  const list = (parent: string, isBelow: boolean): void => {
    for (const item of byParent.get(parent) ?? []) {
      if (listed.has(item)) continue
      listed.set(item, isBelow)
      list(item.id, true)
    }
  }
  list('0', false)
  list('', false)
  // A link whose parent is not in the menu is at the end.
  for (const item of items) if (!listed.has(item)) listed.set(item, false)
  return [...listed].map(([item, isBelow]) => ({ item, isBelow }))
}

function toLink({ type, object, objectId, label, url }: MenuItem, facts: WordpressFacts): FoundLink {
  if (type === 'post_type') {
    const target = facts.addresses.get(objectId)
    return { label: label || target?.title || '', address: target?.link || undefined }
  }
  if (type === 'taxonomy') {
    const path = pathOfTerm(objectId, object, facts)
    return { label: label || path?.name || '', address: path && rootOf(facts.siteUrl) + path.path }
  }
  // A link to “#” only opens a submenu.
  if (url === '#') return { label: '', address: undefined }
  return { label, address: url || undefined }
}

/** Max blocks of a menu that are read */
const maxBlocks = 400

/** Links are `<!-- wp:navigation-link {"label":"About","id":2,"url":"..."} /-->`. */
function readNavigation(content: string, facts: WordpressFacts): FoundLink[] {
  const blocks = content.matchAll(
    /<!--\s+(\/?)wp:(navigation-link|navigation-submenu|home-link|page-list)\s+(?:(\{[^\n]{0,5000}?\})\s+)?(\/?)-->/g,
  )
  let depth = 0
  return [...blocks].slice(0, maxBlocks).flatMap(([, ending, block, json = '', isEmpty]): FoundLink[] => {
    if (ending) {
      depth--
      return []
    }
    const link = {
      ...readNavigationLink(block ?? '', readBlockAttributes(json), facts),
      ...(depth > 0 && { isBelow: true as const }),
    }
    if (!isEmpty) depth++
    return [link]
  })
}

function readNavigationLink(
  block: string,
  { label, url, id, kind, type }: Record<string, unknown>,
  facts: WordpressFacts,
): FoundLink {
  if (block === 'page-list') return { label: 'a list of all pages', address: undefined }
  const text = typeof label === 'string' ? plainText(label, 200) : ''
  if (block === 'home-link') return { label: text || 'Home', address: facts.siteUrl ?? '/' }
  const given = typeof url === 'string' ? url.slice(0, 2000) : ''
  const term = kind === 'taxonomy' && pathOfTerm(String(id), toTaxonomy(type), facts)
  if (term) return { label: text || term.name, address: rootOf(facts.siteUrl) + term.path }
  const target = kind === 'taxonomy' ? undefined : facts.addresses.get(String(id))
  return { label: text || target?.title || '', address: target?.link || given || undefined }
}

const toTaxonomy = (type: unknown) => (type === 'tag' ? 'post_tag' : String(type))
