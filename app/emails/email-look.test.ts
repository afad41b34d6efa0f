import { expect, test } from 'vitest'
import { type Look, originalLook } from '../../core/contract/look/look.ts'
import { contrast } from '../../core/contract/look/oklch.ts'
import { derivePalette } from '../../core/contract/look/palette.ts'
import type { LogoPicture, SiteLook } from '../../core/contract/look/site-look.ts'
import { originalSite } from '../../tests/helpers/original-site.ts'
import { renderMail } from './render-mail.tsx'

const logo: LogoPicture = { src: '/media/a-480', width: 132, height: 44, plate: 'none', hasName: false }

const lookOf = (change: Partial<Look>, picture?: LogoPicture): SiteLook => {
  const { mainColor, actionColor, fontPair, corners } = { ...originalLook, ...change }
  const { palette } = derivePalette({ mainColor, actionColor })
  return {
    mainColor,
    actionColor,
    fontPair,
    corners,
    palette,
    logo: picture,
    logoFile: undefined,
    version: 'abcd1234',
  }
}

const writeTestMail = (publicUrl: string, look: SiteLook | undefined) =>
  renderMail({ template: 'testMail', props: { askedBy: 'Ann' } }, { ...originalSite(publicUrl), look })

test('an email has the colors, typefaces, and corners of the look', async () => {
  const { html } = await writeTestMail(
    'https://everyday.test',
    lookOf({
      mainColor: '#1d4ed8',
      actionColor: '#b91c1c',
      fontPair: 'bricolage-source-sans',
      corners: 'square',
    }),
  )
  expect(html).toContain('.name { margin: 0 0 20px; font-size: 15px; font-weight: 600; color: #1d4ed8; }')
  expect(html).toContain('.button { background: #b91c1c; border-radius: 0px; }')
  expect(html).toMatch(/h1 \{[^}]* font: 600 26px\/1.25 "Bricolage Grotesque", "Helvetica Neue"/)
  expect(html).not.toMatch(/Fraunces|Figtree|1f5a43|e9a93a/)
})

test('an email of the original look is as it always was', async () => {
  const { html } = await writeTestMail('https://everyday.test', undefined)
  expect(html).toContain('<p class="name">Everyday AI</p>')
  expect(html).toContain('.button { background: #e9a93a; border-radius: 999px; }')
  expect(html).not.toContain('<img')
  expect(html).not.toContain('.logo')
})

test('the logo is fetched from the site, with the name for programs that show no pictures', async () => {
  const { html, text } = await writeTestMail('https://everyday.test', lookOf({}, logo))
  expect(html).toContain(
    '<p class="name"><img class="logo" src="https://everyday.test/logo.png?v=abcd1234" width="132" height="44" alt="Everyday AI"/></p>',
  )
  expect(text).toContain('Everyday AI')
  const named = await writeTestMail('https://everyday.test', lookOf({}, { ...logo, hasName: true }))
  expect(named.html).toContain('alt=""/><span>Everyday AI</span></p>')
})

test('without https there is no logo, because most programs would not fetch it', async () => {
  const { html } = await writeTestMail('http://everyday.test', lookOf({ mainColor: '#1d4ed8' }, logo))
  expect(html).toContain('<p class="name">Everyday AI</p>')
  expect(html).not.toContain('<img')
})

test('every pair of colors in an email is readable, whatever is picked', async () => {
  const picks = ['#000000', '#ffffff', '#fff3b0', '#1d4ed8', '#b91c1c', '#00ff00', '#808080', '#ff00ff']
  for (const mainColor of picks)
    for (const actionColor of picks) {
      const { html } = await writeTestMail('https://everyday.test', lookOf({ mainColor, actionColor }))
      const [light = '', dark = '', own = ''] = html.split('@media (prefers-color-scheme: dark)')
      const colorIn = (css: string, pattern: RegExp) => pattern.exec(css)?.[1] ?? 'missing'
      for (const css of [light, dark]) {
        const sheet = colorIn(css, /\.sheet \{[^}]*?background: (#\w+)/)
        for (const pattern of [
          /\.paper \{[^}]*?[; ]color: (#\w+)/,
          /\.name[^{]*\{[^}]*?[; ]color: (#\w+)/,
          /\.foot[^{]*\{[^}]*?[; ]color: (#\w+)/,
        ])
          expect(contrast(colorIn(css, pattern), sheet), `${mainColor} ${pattern}`).toBeGreaterThanOrEqual(
            4.5,
          )
      }
      for (const css of [light, own])
        expect(
          contrast(
            colorIn(css, /\.button \{[^}]*?background: (#\w+)/),
            colorIn(css, /\.button a \{[^}]*?[; ]color: (#\w+)/),
          ),
        ).toBeGreaterThanOrEqual(4.5)
    }
})
