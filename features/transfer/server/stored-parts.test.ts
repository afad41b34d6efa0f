import { expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import type { MediaStore } from '../../media/server/store.ts'
import { listParts, newPartsFolder, readParts, storePart } from './stored-parts.ts'

/** A store whose first `put` waits until `release` is called */
function delayFirstPut(store: MediaStore) {
  const began = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let puts = 0
  const disk = new Proxy(store.disk, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'put') return typeof value === 'function' ? value.bind(target) : value
      return async (...args: Parameters<typeof target.put>) => {
        if (puts++ === 0) {
          began.resolve()
          await released.promise
        }
        return target.put(...args)
      }
    },
  })
  return { store: { ...store, disk }, began: began.promise, release: released.resolve }
}

test('of two bodies for one part at the same time, one is stored entirely', async () => {
  const { instance } = await startTestServer()
  const { db } = instance
  const { store, began, release } = delayFirstPut(instance.media)
  const folder = newPartsFolder()
  const slow = storePart(db, store, folder, 1, Buffer.from('the slow body, which is longer'))
  await began
  const fast = storePart(db, store, folder, 1, Buffer.from('the fast body'))
  expect(await fast).toBe('stored')
  release()
  expect(await slow).toBe('different')
  const parts = await listParts(db, folder)
  expect(parts).toMatchObject([{ number: 1, bytes: 13 }])
  expect(await readParts(store, folder, parts).toArray()).toEqual([Buffer.from('the fast body')])
  // Either body again
  expect(await storePart(db, store, folder, 1, Buffer.from('the fast body'))).toBe('stored')
  expect(await storePart(db, store, folder, 1, Buffer.from('the slow body, which is longer'))).toBe(
    'different',
  )
})
