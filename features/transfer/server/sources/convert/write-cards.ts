import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { readVideoAddress, videoPageUrl, videoProviderNames } from '../../../../../core/contract/video.ts'
import {
  createElement,
  type Element,
  find,
  findAll,
  findName,
  type Node,
} from '../../../../posts/server/rendering/blocks/html-tree.ts'
import { type Conversion, toLabel } from './conversion.ts'
import { toHref } from './link-address.ts'
import { findClass, hasClass, parseHtml, textOf } from './parse-html.ts'
import { writeButton, writeCallout, writeEmphasis, writeFileLink, writePictureBlock } from './write-parts.ts'

/**
 * Writes blocks of WordPress (`wp-block-...`) and cards of Ghost (`kg-...-card`) that are more than their HTML, and
 * players. Undefined for any other element.
 */
export function writeCard(conversion: Conversion, element: Element): string | undefined {
  const { name } = element
  if (name === 'iframe' || name === 'embed' || name === 'object') return writeEmbed(conversion, element)
  if (name === 'video' || name === 'audio') return writeMedia(conversion, element)
  if (hasClass(element, 'wp-block-embed') || hasClass(element, 'kg-embed-card'))
    return writeEmbedFigure(conversion, element)
  const background = findBackground(element)
  if (background !== undefined)
    return join(writePictureBlock(conversion, background), conversion.write(element.children))
  const writer = Object.entries(cards).find(([className]) => hasClass(element, className))?.[1]
  return writer?.(conversion, element)
}

const cards: Record<string, (conversion: Conversion, element: Element) => string | undefined> = {
  // Blocks of this software, as its feeds and exports have them
  video: writeOwnVideo,
  'button-link': writeOwnButton,

  'kg-bookmark-card': writeBookmark,
  'kg-callout-card': writeGhostCallout,
  'kg-toggle-card': writeToggle,
  'kg-file-card': writeGhostFile,
  'wp-block-file': writeWordpressFile,
  'kg-audio-card': writeGhostMedia,
  'kg-video-card': writeGhostMedia,
  'kg-gallery-card': writeGallery,
  'wp-block-gallery': writeGallery,
  'kg-signup-card': leaveOut('A sign-up form for members was left out.'),
  'kg-product-card-rating': () => '',
  'wp-block-search': leaveOut('A search form was left out.'),
  'wp-block-latest-posts': leaveOut('A list of the latest posts was left out.'),
}

/** The picture of a cover or a header that is shown with CSS, as an `img` */
function findBackground(element: Element): Element | undefined {
  const { attributes } = element
  if (element.name === 'img' || !coverClasses.some((name) => hasClass(element, name))) return undefined
  const [, address] = /background-image:\s*url\(\s*["']?([^"')]+)/i.exec(attributes.style ?? '') ?? []
  if (address === undefined) return undefined
  const alt = attributes['aria-label'] ?? ''
  return createElement('img', [], { src: address.trim(), alt })
}

/** Since WordPress 5.7, only covers that stay in place while the page scrolls have a background. */
const coverClasses = ['wp-block-cover', 'wp-block-cover__image-background', 'kg-header-card']

function leaveOut(detail: string) {
  return (conversion: Conversion): string => {
    conversion.note(detail)
    return ''
  }
}

/** A player in a frame: the video block, or a link to what was shown there */
function writeEmbed(conversion: Conversion, { name, attributes, children }: Element): string {
  const sources = ['src', 'data-src', 'data-lazy-src', 'data', 'href'].map((key) => attributes[key])
  const given = sources.find((source) => source) ?? ''
  const video = writeVideo(given, attributes.title)
  if (video) return video
  const inner = name === 'object' ? conversion.write(children) : ''
  if (inner !== '') return inner
  if (given === '') conversion.note('Embedded content without an address was left out.')
  const fallback = name === 'iframe' ? findFallbackLink(children) : undefined
  const href = toHref(conversion, fallback?.attributes.href) ?? toHref(conversion, given)
  if (href === undefined) return ''
  if (!('data-bare' in attributes))
    conversion.note(`Embedded content of ${hostOf(href)} became a link, because only videos can be embedded.`)
  const label = toLabel(attributes.title ?? '') || toLabel(fallback ? textOf(fallback) : '') || href
  return `<p><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`
}

/** Players such as Bandcamp's have a link for browsers without frames. The parser keeps what is in a frame as text. */
const findFallbackLink = (children: Node[]): Element | undefined =>
  findName(
    parseHtml(children.map(textOf).join(''), () => {}),
    'a',
  )

export function writeVideo(address: string, title?: string): string | undefined {
  const video = readVideoAddress(address)
  if (!video) return undefined
  const label = toLabel(title ?? '') || `${videoProviderNames[video.provider]} video`
  return `<figure class="video"><a href="${escapeHtml(videoPageUrl(video))}">${escapeHtml(label)}</a></figure>`
}

const hostOf = (href: string) =>
  URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : 'the old site'

function writeOwnVideo(_: Conversion, element: Element): string | undefined {
  const link = findName(element, 'a')
  return link && writeVideo(link.attributes.href ?? '', textOf(link))
}

function writeOwnButton(conversion: Conversion, element: Element): string | undefined {
  const link = element.name === 'p' ? findName(element, 'a') : undefined
  return link && writeButton(conversion, link)
}

/** WordPress stores only the address of what is embedded; Ghost stores the player. */
function writeEmbedFigure(conversion: Conversion, element: Element): string {
  const frame = findName(element, 'iframe')
  const caption = findName(element, 'figcaption')
  const wrapper = findClass(element, 'wp-block-embed__wrapper') ?? element
  const text = textOf(wrapper).trim()
  const [address] = /https?:\/\/\S+/.exec(text) ?? []
  const quote = findName(element, 'blockquote')
  const video = frame ? undefined : address && writeVideo(address)
  const content = frame
    ? writeEmbed(conversion, frame)
    : quote
      ? writeEmbeddedQuote(conversion, quote)
      : (video ??
        (address
          ? writeAddress(conversion, address)
          : conversion.write(element.children.filter((child) => child !== caption))))
  return join(content, writeCaption(conversion, caption))
}

/** Posts of social networks come as a quote, which a script of the network replaces. */
function writeEmbeddedQuote(conversion: Conversion, quote: Element): string {
  const link = findAll(quote, ({ name, attributes }) => name === 'a' && attributes.href !== undefined).at(-1)
  const from =
    link && URL.canParse(link.attributes.href ?? '') ? ` of ${hostOf(link.attributes.href ?? '')}` : ''
  conversion.note(`Embedded content${from} became a quote, because only videos can be embedded.`)
  return conversion.write([quote])
}

function writeAddress(conversion: Conversion, address: string): string {
  const href = toHref(conversion, address)
  if (href === undefined) return ''
  conversion.note(
    `Embedded content of ${hostOf(address)} became a link, because only videos can be embedded.`,
  )
  return `<p><a href="${escapeHtml(href)}">${escapeHtml(address)}</a></p>`
}

/** Players of files on the old site become links, because posts have no video files. */
function writeMedia(conversion: Conversion, element: Element, title = ''): string {
  const source = element.attributes.src ?? findName(element, 'source')?.attributes.src ?? ''
  const video = writeVideo(source)
  if (video) return video
  if (source === '') return conversion.write(element.children)
  const href = toHref(conversion, source)
  const file = source.split(/[/?#]/).findLast((part) => part.includes('.')) ?? source
  const name = escapeHtml(toLabel(title) || toLabel(file))
  if (href === undefined) return `<p>${name}</p>`
  const kind = element.name === 'audio' ? 'An audio file' : 'A video file'
  conversion.note(`${kind} became a link, because posts play only videos of YouTube and Vimeo.`)
  return `<p><a href="${escapeHtml(href)}">${name}</a></p>`
}

function writeGhostMedia(conversion: Conversion, element: Element): string {
  const media = findName(element, 'video', 'audio')
  const title = findClass(element, 'kg-audio-title')
  return join(
    media && writeMedia(conversion, media, title && textOf(title)),
    writeCaption(conversion, findName(element, 'figcaption')),
  )
}

function writeBookmark(conversion: Conversion, element: Element): string {
  const link = findName(element, 'a')
  const href = toHref(conversion, link?.attributes.href)
  if (href === undefined) return ''
  const partOf = (name: string) => {
    const part = findClass(element, name)
    return part ? toLabel(textOf(part)) : ''
  }
  const title = partOf('kg-bookmark-title') || href
  const description = partOf('kg-bookmark-description')
  return join(
    `<p><a href="${escapeHtml(href)}">${escapeHtml(title)}</a>${description ? `<br>${escapeHtml(description)}` : ''}</p>`,
    writeCaption(conversion, findName(element, 'figcaption')),
  )
}

function writeGhostCallout(conversion: Conversion, element: Element): string {
  const emoji = findClass(element, 'kg-callout-emoji')
  const text = findClass(element, 'kg-callout-text')
  const mark = emoji ? textOf(emoji).trim() : ''
  return writeCallout(conversion, [mark === '' ? '' : `${mark} `, ...(text?.children ?? [])], 'note')
}

function writeToggle(conversion: Conversion, element: Element): string {
  const heading = findClass(element, 'kg-toggle-heading-text')
  const content = findClass(element, 'kg-toggle-content')
  return join(
    heading && writeEmphasis(conversion, heading.children, 'strong'),
    content && conversion.write(content.children),
  )
}

function writeGhostFile(conversion: Conversion, element: Element): string {
  const link = findName(element, 'a')
  if (!link) return ''
  const title = findClass(element, 'kg-file-card-title') ?? findClass(element, 'kg-file-card-filename')
  return join(
    writeFile(conversion, link, title ? textOf(title).trim() : ''),
    writeCaption(conversion, findClass(element, 'kg-file-card-caption')),
  )
}

/** WordPress's file block: a preview, a link with the title, and a button to the same file */
function writeWordpressFile(conversion: Conversion, element: Element): string {
  const link = find(
    element,
    (one) => one.name === 'a' && !hasClass(one, 'wp-block-file__button') && one.attributes.href !== undefined,
  )
  const button = findClass(element, 'wp-block-file__button')
  const target = link ?? button
  return target ? writeFile(conversion, target, textOf(target).trim()) : ''
}

function writeFile(conversion: Conversion, link: Element, title: string): string {
  const file = writeFileLink(conversion, link, title)
  if (file) return file
  const href = toHref(conversion, link.attributes.href)
  if (href === undefined) return title === '' ? '' : `<p>${escapeHtml(toLabel(title))}</p>`
  return `<p><a href="${escapeHtml(href)}">${escapeHtml(toLabel(title) || href)}</a></p>`
}

/** A paragraph for each picture, with its caption after it, and the gallery's caption at the end */
function writeGallery(conversion: Conversion, element: Element): string {
  const pictures = findAll(element, ({ name }) => name === 'img')
  const captionOf = new Map<Element, Element>()
  let galleryCaption: Element | undefined
  for (const caption of findAll(element, ({ name }) => name === 'figcaption')) {
    const owner = findAll(element, (one) => one.children.includes(caption)).at(-1)
    const picture = owner && findName(owner, 'img')
    if (picture && findAll(owner, ({ name }) => name === 'img').length === 1) captionOf.set(picture, caption)
    else galleryCaption = caption
  }
  return join(
    ...pictures.flatMap((picture) => {
      const caption = captionOf.get(picture)
      const link = find(element, (one) => one.name === 'a' && one.children.includes(picture))
      return [
        link ? conversion.write([link]) : writePictureBlock(conversion, picture),
        writeCaption(conversion, caption),
      ]
    }),
    writeCaption(conversion, galleryCaption),
  )
}

const writeCaption = (conversion: Conversion, caption: Element | undefined) =>
  caption && writeEmphasis(conversion, caption.children, 'em')

const join = (...parts: (string | undefined)[]): string => parts.join('')
