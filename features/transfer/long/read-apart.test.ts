import { expect, test } from 'vitest'
import { parseApart } from '../server/sources/read-apart.ts'

const yaml = (data: string) => parseApart({ data, language: 'yaml', maxAliases: 20 })

test('a long text takes the time of another process', async () => {
  await yaml(`a: ${'x'.repeat(5000)}`)
  const data = Array.from({ length: 20_000 }, (_, index) => `k${index}: !x${index} v`).join('\n')
  const before = process.cpuUsage()
  const read = await yaml(data)
  const { user, system } = process.cpuUsage(before)
  expect(read?.parsed).toMatchObject({ k0: 'v', k19999: 'v' })
  // In this process it takes a second.
  expect((user + system) / 1000).toBeLessThan(300)
})

test('a text that cannot be parsed, is nested too deeply, or is a circle is undefined, and the next one is read', async () => {
  for (const data of ['a: [1', `a: ${'['.repeat(20_000)}`, 'a: &a [*a]', `a: "${'x'.repeat(5000)}`])
    expect(await yaml(data), data.slice(0, 20)).toBeUndefined()
  expect(await yaml('a: 1')).toEqual({ parsed: { a: 1 } })
  expect(await yaml(`a: ${'x'.repeat(5000)}`)).toEqual({ parsed: { a: 'x'.repeat(5000) } })
})
