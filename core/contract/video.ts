/** A video on YouTube or Vimeo. `key` is the second part of the address of an unlisted Vimeo video. */
export type Video = { provider: 'youtube'; id: string } | { provider: 'vimeo'; id: string; key?: string }

export const videoProviderNames = { youtube: 'YouTube', vimeo: 'Vimeo' } as const

/** Origins of the players. A page with a video may frame them, and no other page may frame anything. */
export const videoPlayerOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

/** True if the HTML of a page shows a video. Text cannot cause a false match, because `<` is escaped in text. */
export const hasVideo = (page: string) => page.includes('<a class="video-link"')

/** Parses any of the usual addresses of a video: its page, a short link, or an embedded player. */
export function readVideoAddress(address: string): Video | undefined {
  const text = address.trim().replace(/^\/\//, 'https://')
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username || url.password || url.port) return undefined
  const host = url.hostname.replace(/^(?:www|m|music)\./, '')
  const path = url.pathname.split('/').filter((part) => part !== '')
  if (host === 'youtu.be') return toYouTube(path[0])
  if (host === 'youtube.com' || host === 'youtube-nocookie.com')
    return readYouTubePath(path, url.searchParams)
  if (host === 'vimeo.com' || host === 'player.vimeo.com') return readVimeoPath(path, url.searchParams)
  return undefined
}

/** The address of the page that shows a video, in the one spelling that posts store */
export function videoPageUrl(video: Video): string {
  if (video.provider === 'youtube') return `https://www.youtube.com/watch?v=${video.id}`
  return `https://vimeo.com/${video.id}${video.key ? `/${video.key}` : ''}`
}

/** The address of the player, which starts at once: the visitor has just clicked the poster. */
export function videoEmbedUrl(video: Video): string {
  if (video.provider === 'youtube')
    return `https://www.youtube-nocookie.com/embed/${video.id}?autoplay=1&rel=0`
  return `https://player.vimeo.com/video/${video.id}?${video.key ? `h=${video.key}&` : ''}dnt=1&autoplay=1`
}

function readYouTubePath(path: string[], query: URLSearchParams): Video | undefined {
  const [first, second] = path
  if (first === 'watch') return toYouTube(query.get('v') ?? second)
  return first && ['shorts', 'embed', 'live', 'v', 'e'].includes(first) ? toYouTube(second) : undefined
}

/** Words of player addresses that look like the id of a video: a playlist, and the current live stream of a channel */
const notVideos = ['videoseries', 'live_stream']

function toYouTube(id = ''): Video | undefined {
  return /^[\w-]{11}$/.test(id) && !notVideos.includes(id) ? { provider: 'youtube', id } : undefined
}

/** Such as /123, /123/key, /video/123, /channels/name/123, and /groups/name/videos/123 */
function readVimeoPath(path: string[], query: URLSearchParams): Video | undefined {
  const at = path.findLastIndex((part) => /^[1-9]\d{0,11}$/.test(part))
  const id = path[at]
  // An album's number is followed by its videos, and alone it is not a video.
  if (id === undefined || ['album', 'showcase', 'event'].includes(path[at - 1] ?? '')) return undefined
  const key = path[at + 1] ?? query.get('h') ?? ''
  return { provider: 'vimeo', id, ...(/^[0-9a-f]{6,20}$/.test(key) && { key }) }
}
