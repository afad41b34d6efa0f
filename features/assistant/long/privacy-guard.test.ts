import { expect, test } from 'vitest'
import { features } from '../../../app/features.ts'
import { startLoneServer } from '../../../tests/helpers/lone-server.ts'
import { listFindings } from '../server/privacy-guard/privacy-guard.ts'

// The search for personal details runs in the server's thread, so its time is limited.
test('a megabyte of text among 100,000 names', async () => {
  const { instance, query } = (await startLoneServer()).server
  await query(
    `insert into training_waitlist (name, email)
     select 'First' || (n % 500) || ' Last' || n, 'a@b.example' from generate_series(0, 99999) n`,
  )
  await query('analyze training_waitlist')
  // The worst case: every first name in the text is that of 200 people.
  const words = Array.from({ length: 65_000 }, (_, n) => `First${(n * 7) % 500} Last${n * 7}`)
  for (const [size, longest] of [
    [10_000, 3000],
    [1_000_000, 10_000],
  ] as const) {
    const text = words.join(' ').slice(0, size)
    const began = performance.now()
    const findings = await listFindings({ db: instance.db, features }, text)
    const ms = performance.now() - began
    console.info(`${size} characters: ${ms.toFixed(0)} ms, ${findings.length} names found`)
    expect(findings.length).toBeGreaterThan(size / 100)
    expect(ms).toBeLessThan(longest)
  }
  const plain = 'Nobody of ours is named in this sentence about budgets. '.repeat(18_000)
  const began = performance.now()
  expect(await listFindings({ db: instance.db, features }, plain)).toEqual([])
  console.info(`a plain megabyte: ${(performance.now() - began).toFixed(0)} ms`)
})
