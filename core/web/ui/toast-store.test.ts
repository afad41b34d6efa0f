import { expect, test, vi } from 'vitest'
import { addToast, dismissToast, toastStore } from './toast-store.ts'

// The specification sets the time of 1,000,000 ms (section on notifications).
test('one toast at a time; a dismissed one closes at once and is forgotten after 1,000,000 ms', () => {
  vi.useFakeTimers()
  let changes = 0
  const unsubscribe = toastStore.subscribe(() => changes++)

  addToast({ title: 'first' })
  addToast({ title: 'second', description: 'more', tone: 'destructive' })
  expect(toastStore.read()).toMatchObject([{ title: 'second', tone: 'destructive', open: true }])

  const id = toastStore.read()[0]?.id ?? 0
  dismissToast(id)
  dismissToast(id)
  expect(toastStore.read()).toMatchObject([{ id, open: false }])
  vi.advanceTimersByTime(999_999)
  expect(toastStore.read()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(toastStore.read()).toEqual([])
  expect(changes).toBe(5)

  unsubscribe()
  addToast({ title: 'third' })
  expect(changes).toBe(5)
})
