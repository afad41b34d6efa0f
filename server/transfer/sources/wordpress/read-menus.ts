import type { SourceMenu } from '../source.ts'
import { plainText } from '../texts/plain-text.ts'
import type { MenuItem, WordpressFacts } from './read-facts.ts'

/** The menus of a classic theme (`nav_menu_item`) and of a block theme (`wp_navigation`), in the order of their links */
export function readMenus(facts: WordpressFacts): SourceMenu[] {
  const classic = Map.groupBy(facts.menuItems, ({ menu }) => menu)
  return [
    ...[...classic].map(([slug, items]) => ({
      type: 'menu' as const,
      name: facts.menus.get(slug) ?? slug,
      links: inOrder(items).flatMap((item) => toLink(item, facts)),
    })),
    ...facts.navigations.map(({ name, content }) => ({
      type: 'menu' as const,
      name,
      links: readNavigation(content, facts),
    })),
  ].filter(({ links }) => links.length > 0)
}

/** Each link is followed by those below it: our menus have one level. */
function inOrder(items: MenuItem[]): MenuItem[] {
  const byParent = Map.groupBy(
    items.toSorted((one, other) => one.order - other.order),
    ({ parent }) => parent,
  )
  const listed = new Set<MenuItem>()
  const list = (parent: string): void => {
    for (const item of byParent.get(parent) ?? []) {
      if (listed.has(item)) continue
      listed.add(item)
      list(item.id)
    }
  }
  list('0')
  list('')
  // A link whose parent is not in the menu is at the end.
  for (const item of items) listed.add(item)
  return [...listed]
}

function toLink(item: MenuItem, facts: WordpressFacts): { label: string; address: string }[] {
  if (item.type === 'post_type') {
    const target = facts.addresses.get(item.objectId)
    return target ? [{ label: item.label || target.title, address: target.link }] : []
  }
  return item.label !== '' && item.url !== '' && item.url !== '#'
    ? [{ label: item.label, address: item.url }]
    : []
}

/** Links are `<!-- wp:navigation-link {"label":"About","id":2,"url":"..."} /-->`. */
function readNavigation(content: string, facts: WordpressFacts): SourceMenu['links'] {
  const blocks = content.matchAll(
    /<!--\s+wp:(?:navigation-link|navigation-submenu|home-link)\s+(\{[^\n]{0,5000}?\})\s+\/?-->/g,
  )
  return [...blocks].slice(0, 200).flatMap(([, json = '']) => {
    const { label, url, id } = parseAttributes(json)
    const address =
      facts.addresses.get(String(id))?.link ?? (typeof url === 'string' ? url.slice(0, 2000) : '')
    const text = typeof label === 'string' ? plainText(label, 200) : ''
    return address && text ? [{ label: text, address }] : []
  })
}

function parseAttributes(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json)
  } catch {
    return {}
  }
}
