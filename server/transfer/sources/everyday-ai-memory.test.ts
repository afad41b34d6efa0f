import { expect, test } from 'vitest'
import { readInChild } from '../../../tests/helpers/imports/read-in-child.ts'
import { makeFolder } from '../../../tests/helpers/imports/read-source.ts'
import { writeZip } from '../../../tests/helpers/imports/zip.ts'

test('a manifest of millions of values cannot fill the memory', async () => {
  const file = `${makeFolder()}/site.zip`
  const values = '[],'.repeat(20_000_000)
  await writeZip(file, [
    { path: 'site.json', content: `{"format":"everyday-ai export","version":1,"texts":[${values}[]]}` },
  ])
  const { refused, peakMegabytes } = await readInChild(file)
  expect(refused).toMatch(/^The file “site.json” has far more values than an export/)
  expect(peakMegabytes).toBeLessThan(450)
})
