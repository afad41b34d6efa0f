import { SourceError, type SourceFile } from '../source.ts'
import { countKept } from '../texts/count-kept.ts'
import { plainText } from '../texts/plain-text.ts'
import { readSiteUrl } from '../texts/post-fields.ts'
import { childrenOf, readXml, textIn, type XmlElement } from '../texts/read-xml.ts'

export type Attachment = { url: string; alt: string; caption: string }
export type MenuItem = {
  menu: string
  label: string
  order: number
  parent: string
  id: string
  type: string
  object: string
  objectId: string
  url: string
}

/** What must be known about the whole export before its first post can be read */
const createFacts = () => ({
  isWordpress: false,
  siteUrl: undefined as string | undefined,
  /** Display names by login */
  authors: new Map<string, string>(),
  attachments: new Map<string, Attachment>(),
  /** Attachments by the post for which they were uploaded */
  uploadsOf: new Map<string, Attachment[]>(),
  /** Names of categories and tags, and slugs of parent categories */
  categories: new Map<string, { name: string; parent: string }>(),
  tags: new Map<string, string>(),
  /** Slugs of categories and tags by taxonomy and number, such as `post_tag:7` */
  termSlugs: new Map<string, string>(),
  /** Categories and tags with a description */
  descriptions: new Set<string>(),
  menus: new Map<string, string>(),
  menuItems: [] as MenuItem[],
  /** Addresses and titles of posts and pages, which menus name by number */
  addresses: new Map<string, { title: string; link: string }>(),
  /** Blocks that several posts share, by number */
  sharedBlocks: new Map<string, string>(),
  /** Menus of block themes */
  navigations: [] as { id: string; name: string; content: string }[],
  isDamaged: false,
  /** Characters of all that */
  characters: 0,
})
export type WordpressFacts = ReturnType<typeof createFacts>

/** Limits of what is kept in memory during the whole import */
const limits = {
  attachments: 200_000,
  addresses: 200_000,
  others: 5000,
  sharedBlock: 200_000,
  sharedBlocks: 200,
}

/** Reads the whole export once. All of its parts must be of one site. */
export async function readFacts(files: SourceFile[]): Promise<WordpressFacts> {
  const facts = createFacts()
  const sites = new Set<string | undefined>()
  for (const file of files) {
    facts.siteUrl = undefined
    const { items, isDamaged } = readXml(file, isPart)
    for await (const element of items) addFact(facts, element)
    facts.isDamaged ||= isDamaged()
    sites.add(facts.siteUrl)
  }
  if (sites.size > 1)
    throw new SourceError(`This has exports of ${sites.size} sites of WordPress. Import one after the other.`)
  return facts
}

/** True for the direct children of the channel, of which the posts are the items */
export const isPart = (_name: string, path: readonly string[]) => path.length === 2 && path[1] === 'channel'

function addFact(facts: WordpressFacts, element: XmlElement): void {
  if (element.name === 'wp:wxr_version') facts.isWordpress = true
  else if (element.name === 'wp:base_blog_url' || (element.name === 'link' && !facts.siteUrl))
    facts.siteUrl = readSiteUrl(element.text) ?? facts.siteUrl
  else if (element.name === 'wp:author')
    add(facts, facts.authors, textIn(element, 'wp:author_login'), textIn(element, 'wp:author_display_name'))
  else if (element.name === 'wp:category') {
    const slug = textIn(element, 'wp:category_nicename')
    add(facts, facts.categories, slug, {
      name: plainText(textIn(element, 'wp:cat_name'), 200),
      parent: textIn(element, 'wp:category_parent'),
    })
    add(facts, facts.termSlugs, `category:${textIn(element, 'wp:term_id')}`, slug)
  } else if (element.name === 'wp:tag') {
    const slug = textIn(element, 'wp:tag_slug')
    add(facts, facts.tags, slug, plainText(textIn(element, 'wp:tag_name'), 200))
    add(facts, facts.termSlugs, `post_tag:${textIn(element, 'wp:term_id')}`, slug)
  } else if (element.name === 'wp:term' && textIn(element, 'wp:term_taxonomy') === 'nav_menu')
    add(facts, facts.menus, textIn(element, 'wp:term_slug'), plainText(textIn(element, 'wp:term_name'), 200))
  else if (element.name === 'item') addItem(facts, element)
  if (['wp:category_description', 'wp:tag_description'].some((name) => textIn(element, name) !== ''))
    addDescribed(facts, element)
}

/** Each part of an export lists all categories and tags. */
function addDescribed({ descriptions }: WordpressFacts, element: XmlElement): void {
  const slug = textIn(element, 'wp:category_nicename') || textIn(element, 'wp:tag_slug')
  if (descriptions.size < limits.others) descriptions.add(`${element.name}:${slug}`)
}

function add<Value extends string | Record<string, string>>(
  facts: WordpressFacts,
  map: Map<string, Value>,
  key: string,
  value: Value,
  max = limits.others,
): void {
  if (map.size >= max) return
  countKept(facts, key, ...(typeof value === 'string' ? [value] : Object.values(value)))
  map.set(key, value)
}

function addItem(facts: WordpressFacts, item: XmlElement): void {
  const id = textIn(item, 'wp:post_id')
  const type = textIn(item, 'wp:post_type')
  if (type === 'attachment') addAttachment(facts, id, item)
  else if (type === 'nav_menu_item') addMenuItem(facts, item)
  else if (type === 'wp_block') {
    const content = textIn(item, 'content:encoded')
    if (content.length <= limits.sharedBlock) add(facts, facts.sharedBlocks, id, content, limits.sharedBlocks)
  } else if (type === 'wp_navigation') {
    const content = textIn(item, 'content:encoded')
    if (textIn(item, 'wp:status') !== 'publish' || content.length > limits.sharedBlock) return
    countKept(facts, content)
    facts.navigations.push({ id, name: plainText(textIn(item, 'title'), 200), content })
  } else if (textIn(item, 'wp:status') === 'publish')
    add(
      facts,
      facts.addresses,
      id,
      { title: plainText(textIn(item, 'title'), 200), link: textIn(item, 'link').slice(0, 2000) },
      limits.addresses,
    )
}

function addAttachment(facts: WordpressFacts, id: string, item: XmlElement): void {
  if (facts.attachments.size >= limits.attachments) return
  const attachment = {
    url: textIn(item, 'wp:attachment_url') || textIn(item, 'guid'),
    alt: plainText(metaOf(item, '_wp_attachment_image_alt'), 500),
    caption: plainText(textIn(item, 'excerpt:encoded'), 500),
  }
  const parent = textIn(item, 'wp:post_parent')
  countKept(facts, id, parent, ...Object.values(attachment))
  facts.attachments.set(id, attachment)
  if (parent === '' || parent === '0') return
  const uploads = facts.uploadsOf.get(parent)
  if (uploads) uploads.push(attachment)
  else facts.uploadsOf.set(parent, [attachment])
}

function addMenuItem(facts: WordpressFacts, item: XmlElement): void {
  const menu = childrenOf(item, 'category').find(({ attributes }) => attributes.domain === 'nav_menu')
  if (!menu || facts.menuItems.length >= limits.others) return
  const link = {
    menu: menu.attributes.nicename ?? '',
    label: plainText(textIn(item, 'title'), 200),
    order: Number(textIn(item, 'wp:menu_order')),
    id: textIn(item, 'wp:post_id'),
    parent: metaOf(item, '_menu_item_menu_item_parent'),
    type: metaOf(item, '_menu_item_type'),
    object: metaOf(item, '_menu_item_object'),
    objectId: metaOf(item, '_menu_item_object_id'),
    url: metaOf(item, '_menu_item_url').slice(0, 2000),
  }
  countKept(facts, ...Object.values(link).map(String))
  facts.menuItems.push(link)
}

/** The value of a custom field, or an empty text */
export function metaOf(item: XmlElement, key: string): string {
  const meta = item.children.find(
    (child) => child.name === 'wp:postmeta' && textIn(child, 'wp:meta_key') === key,
  )
  return meta ? textIn(meta, 'wp:meta_value') : ''
}
