import { expect, test } from 'vitest'
import { schemaOf } from '../../../features/site/contract/site-content/schema.ts'
import { isOriginalLook, type Look, lookFields, originalLook } from './look.ts'
import { writeLookStyle } from './look-style.ts'
import { derivePalette } from './palette.ts'

const look = schemaOf(lookFields)

const styleOf = (one: Look) => writeLookStyle({ ...one, ...derivePalette(one) })

test('the original look needs no style sheet', () => {
  expect(look.parse(originalLook)).toEqual(originalLook)
  expect(isOriginalLook(originalLook)).toBe(true)
  expect(styleOf(originalLook)).toBe('')
})

test('each change makes a different look', () => {
  const changes = [
    { mainColor: '#1d4ed8' },
    { actionColor: '#1d4ed8' },
    { fontPair: 'nunito-nunito-sans' },
    { corners: 'square' },
    { logo: `/media/${'a'.repeat(32)}-480` },
  ] as const
  for (const change of changes) expect(isOriginalLook({ ...originalLook, ...change })).toBe(false)
  // These have no effect without a logo.
  expect(isOriginalLook({ ...originalLook, logoPlate: 'dark', showName: false })).toBe(true)
})

test('the style sheet holds only what has changed, inside the layer of the tokens', () => {
  expect(styleOf({ ...originalLook, corners: 'slight' })).toBe(
    '@layer tokens{:root{--radius-sm:4px;--radius-md:6px;--radius-lg:8px;--radius-full:8px}}',
  )
  expect(styleOf({ ...originalLook, corners: 'soft' })).not.toContain('full')
  const style = styleOf({ ...originalLook, actionColor: '#b91c1c' })
  expect(style).toContain('--color-marigold:light-dark(#b91c1c,')
  expect(style).not.toMatch(/--color-(green|paper|deep|sage)|radius/)
  expect(style).toMatch(/^@layer tokens\{:root\{(--[a-z0-9-]+:[a-z0-9#(),-]+;?)+\}\}$/)
})

const hostile = [
  'red',
  '#FFF',
  '#1d4ed8;}body{display:none',
  '#1d4ed80',
  'url(https://example.com/x)',
  '#1d4ed8/*',
  'expression(alert(1))',
  '</style><script>',
  '',
]

test.each(['mainColor', 'actionColor', 'fontPair', 'corners', 'logo', 'logoPlate'])(
  '%s takes no CSS',
  (field) => {
    for (const value of hostile)
      if (!(field === 'logo' && value === ''))
        expect(look.safeParse({ ...originalLook, [field]: value }).success, value).toBe(false)
  },
)

test('switches and unknown fields are checked, too, and colors are written in one way', () => {
  expect(look.parse({ ...originalLook, mainColor: ' #1D4ED8\n' })).toMatchObject({ mainColor: '#1d4ed8' })
  expect(look.safeParse({ ...originalLook, showName: 'yes' }).success).toBe(false)
  expect(look.safeParse({ ...originalLook, css: 'body{}' }).success).toBe(false)
  const { logo: _, ...incomplete } = originalLook
  expect(look.safeParse(incomplete).success).toBe(false)
})
