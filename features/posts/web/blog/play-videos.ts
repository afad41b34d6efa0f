import {
  readVideoAddress,
  type Video,
  videoEmbedUrl,
  videoProviderNames,
} from '../../../../core/contract/video.ts'

/**
 * The script of pages with videos, and the only one of a post. It turns each link to a video into a button that puts the
 * player in its place. Without it, the links lead to the videos' pages.
 */
for (const link of document.querySelectorAll<HTMLAnchorElement>('.video-link')) {
  const video = readVideoAddress(link.href)
  if (video) offerPlayer(link, video)
}

function offerPlayer(link: HTMLAnchorElement, video: Video): void {
  const provider = videoProviderNames[video.provider]
  const button = document.createElement('button')
  button.type = 'button'
  button.className = link.className
  button.dataset.address = link.href
  button.append(...link.childNodes)
  const title = button.querySelector('b')?.textContent ?? ''
  const hint = button.querySelector('.video-bar > span')
  if (hint) hint.textContent = `Play (${provider})`
  button.addEventListener('click', () => {
    const player = createPlayer(videoEmbedUrl(video), `${title} (${provider} video)`)
    if (hint) hint.textContent = provider
    const bar = button.querySelector('.video-bar')
    button.replaceWith(player, ...(bar ? [bar] : []))
    player.focus()
  })
  const hadFocus = document.activeElement === link
  link.replaceWith(button)
  if (hadFocus) button.focus()
}

function createPlayer(address: string, title: string): HTMLIFrameElement {
  const player = document.createElement('iframe')
  player.title = title
  player.allow = 'autoplay; fullscreen; picture-in-picture'
  // YouTube refuses to play without knowing the site. Previews send no address of their own to other sites.
  player.referrerPolicy = 'strict-origin-when-cross-origin'
  player.src = address
  return player
}
