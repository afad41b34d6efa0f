import { Node } from '@tiptap/core'
import { DOMSerializer } from '@tiptap/pm/model'
import { readVideoAddress, videoPageUrl, videoProviderNames } from '../../../../../core/contract/video.ts'
import { isOwnPicture } from '../../../../media/contract/media.ts'
import { oneLine } from './button-link.ts'

/** The attributes of a picture of ours, in the order in which they are stored */
const posterNames = ['src', 'srcset', 'sizes', 'alt', 'width', 'height'] as const
type Poster = Partial<Record<(typeof posterNames)[number], string>>
export type VideoAttributes = { href: string; title: string; poster: Poster | null }

/** A video by its address, with a title and perhaps a picture of ours. The editor sends nothing to the video's site. */
export const VideoBlock = Node.create({
  name: 'video',
  group: 'topBlock',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    href: { default: '', rendered: false },
    title: { default: '', rendered: false },
    poster: { default: null, rendered: false },
  }),
  parseHTML: () => [
    { tag: 'figure.video', priority: 60, getAttrs: readVideo },
    // Code to embed a video, copied from a web page
    { tag: 'iframe[src]', getAttrs: (frame) => toAttributes(frame.getAttribute('src'), frame.title) },
  ],
  renderHTML({ node }) {
    const { href, title, poster } = node.attrs as VideoAttributes
    const image = poster ? [['img', { ...poster, alt: poster.alt ?? '' }] as const] : []
    return ['figure', { class: 'video' }, ['a', { href }, ...image, title]]
  },
  renderText: ({ node }) => `${node.attrs.title} (${node.attrs.href})`,
  addNodeView: () => {
    return ({ node }) => {
      const { href, title, poster } = node.attrs as VideoAttributes
      const image = poster?.src ? [['img', { src: poster.src, alt: poster.alt ?? '' }]] : []
      return DOMSerializer.renderSpec(document, [
        'figure',
        { class: 'video' },
        ['span', { class: 'video-poster' }, ...image],
        ['span', { class: 'video-bar' }, ['b', title], ['span', providerOf(href)]],
      ])
    }
  },
})

function readVideo(figure: HTMLElement): VideoAttributes | false {
  const link = figure.querySelector('a')
  const image = figure.querySelector('img')
  const found = toAttributes(link?.getAttribute('href'), figure.textContent)
  return found && { ...found, poster: image && readPoster(image) }
}

function readPoster(image: HTMLImageElement): Poster | null {
  const poster = Object.fromEntries(
    posterNames.flatMap((name) => {
      const value = image.getAttribute(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  return isOwnPicture(poster) && poster.src ? poster : null
}

function toAttributes(address: string | null | undefined, title: string | null): VideoAttributes | false {
  const video = readVideoAddress(address ?? '')
  if (!video) return false
  return {
    href: videoPageUrl(video),
    title: oneLine(title) || `${videoProviderNames[video.provider]} video`,
    poster: null,
  }
}

function providerOf(href: string): string {
  const video = readVideoAddress(href)
  return video ? videoProviderNames[video.provider] : ''
}
