import { describe, expect, test } from 'vitest'
import { readVideoAddress, videoEmbedUrl, videoPageUrl, videoPlayerOrigins } from './video.ts'

const pageOf = (address: string) => {
  const video = readVideoAddress(address)
  return video && videoPageUrl(video)
}

describe('the address of a video', () => {
  test.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'http://youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=42s',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RD',
    ' https://youtu.be/dQw4w9WgXcQ?si=abc ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?start=5',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    '//www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/v/dQw4w9WgXcQ',
  ])('%s is one spelling of a YouTube video', (address) => {
    expect(pageOf(address)).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  })

  test.each([
    ['https://vimeo.com/76979871', 'https://vimeo.com/76979871'],
    ['https://vimeo.com/76979871/8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1', 'https://vimeo.com/76979871/8272103f6e'],
    ['https://player.vimeo.com/video/76979871', 'https://vimeo.com/76979871'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'https://vimeo.com/76979871'],
    ['https://vimeo.com/groups/shortfilms/videos/76979871', 'https://vimeo.com/76979871'],
    ['https://vimeo.com/showcase/123/video/76979871', 'https://vimeo.com/76979871'],
  ])('%s is a Vimeo video', (address, page) => {
    expect(pageOf(address)).toBe(page)
    expect(pageOf(page)).toBe(page)
  })

  test.each([
    '',
    'dQw4w9WgXcQ',
    'https://example.org/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'https://www.youtube.com/embed/live_stream?channel=1',
    'https://evil-youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://youtu.be:8443/dQw4w9WgXcQ',
    'https://a:b@youtu.be/dQw4w9WgXcQ',
    'ftp://youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/',
    'https://vimeo.com/staffpicks',
    'https://vimeo.com/showcase/123',
    'https://vimeo.com/0',
    'https://www.youtube.com/watch?v=dQw4w9WgXc"',
  ])('%s is none', (address) => {
    expect(readVideoAddress(address)).toBeUndefined()
  })

  test('gives a player of one of the two origins, without an address of its own in it', () => {
    const addresses = ['https://youtu.be/dQw4w9WgXcQ', 'https://vimeo.com/76979871/8272103f6e']
    const players = addresses.map((address) => {
      const video = readVideoAddress(address)
      return video ? videoEmbedUrl(video) : ''
    })
    expect(players).toEqual([
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
      'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1&autoplay=1',
    ])
    expect(players.map((player) => new URL(player).origin)).toEqual([...videoPlayerOrigins])
  })
})
