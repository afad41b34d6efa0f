import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { drawSocialPicture } from './social-picture.ts'

const picture = { title: 'A title', author: 'Ann Example', siteName: 'Everyday AI' }
const png = [0x89, 0x50, 0x4e, 0x47]

test('pictures are drawn in one process of its own, and in a new one when that has died', async () => {
  const drawn = await Promise.all([
    drawSocialPicture(picture),
    drawSocialPicture({ ...picture, title: 'Another' }),
  ])
  for (const bytes of drawn) expect([...bytes.subarray(0, 4)]).toEqual(png)
  expect(drawn[0]?.equals(drawn[1] ?? Buffer.of())).toBe(false)
  const [first, ...others] = drawers()
  expect(others).toEqual([])

  const interrupted = drawSocialPicture(picture)
  process.kill(first ?? 0, 'SIGKILL')
  await expect(interrupted).rejects.toThrow('SIGKILL')
  expect([...(await drawSocialPicture(picture)).subarray(0, 4)]).toEqual(png)
  expect(drawers()).not.toContain(first)
})

function drawers(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) =>
        Number(parent) === process.pid && args.join(' ').includes('social-picture-process'),
    )
    .map(([pid]) => Number(pid))
}
