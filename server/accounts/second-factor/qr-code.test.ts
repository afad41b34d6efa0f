import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { drawQrCode } from './qr-code.ts'

test('the path fills the dark modules of the code and no others, inside a quiet zone of four', async () => {
  const text = 'otpauth://totp/Everyday%20AI:Ann?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Everyday%20AI'
  const { size, path } = await drawQrCode(text)
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  const { data, size: bare } = encode(text, { ecc: 'M', border: 0 })
  expect(size).toBe(bare + 8)
  expect(drawn.slice(4, -4).map((row) => row.slice(4, -4))).toEqual(data)
  expect(drawn.flat().filter(Boolean)).toHaveLength(data.flat().filter(Boolean).length)
})
