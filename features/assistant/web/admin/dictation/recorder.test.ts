import { expect, test } from 'vitest'
import { maxRecordingSeconds, Recorder } from './recorder.ts'
import { wavRate } from './wav.ts'

test('a recording ends once at its limit, however much sound arrives until the microphone is off', async () => {
  const off = Promise.withResolvers<void>()
  let hear: (seconds: number) => void = () => {}
  const stops: Promise<boolean>[] = []
  const recorder: Recorder = new Recorder(
    () => stops.push(recorder.stop()),
    async (onPiece) => {
      hear = (seconds) => onPiece(new Int16Array(seconds * wavRate), 0.5)
      return { stop: () => off.promise }
    },
  )
  await recorder.start()
  hear(maxRecordingSeconds - 1)
  expect(stops).toEqual([])
  for (let second = 0; second < 4; second++) hear(1)
  // The user clicks Stop, too.
  stops.push(recorder.stop())
  off.resolve()
  const [first, ...others] = await Promise.all(stops)
  expect(first).toBe(true)
  expect(others).toEqual([false, false, false, false])
  expect(recorder.store.read()).toMatchObject({
    phase: 'stopped',
    recording: { seconds: maxRecordingSeconds + 3 },
  })
  expect(await recorder.stop()).toBe(false)
})

test('a microphone that is allowed after the user has left is turned off at once', async () => {
  const asked = Promise.withResolvers<void>()
  let isOn = false
  const recorder = new Recorder(
    () => {},
    async (onPiece) => {
      await asked.promise
      isOn = true
      onPiece(new Int16Array(wavRate), 0.5)
      const stop = async () => {
        isOn = false
      }
      return { stop }
    },
  )
  const starting = recorder.start()
  await recorder.leave()
  asked.resolve()
  expect(await starting).toBe(false)
  expect(isOn).toBe(false)
  expect(recorder.store.read()).toEqual({ phase: 'idle' })
})

test('sound that arrives while the microphone is turned off on leaving is kept, too', async () => {
  let hear = () => {}
  const recorder = new Recorder(
    () => {},
    async (onPiece) => {
      hear = () => onPiece(new Int16Array(wavRate), 0.5)
      return { stop: async () => hear() }
    },
  )
  await recorder.start()
  hear()
  await recorder.leave()
  expect(recorder.store.read()).toMatchObject({ phase: 'stopped', recording: { seconds: 2 } })
})

test('an unplugged microphone ends the recording', async () => {
  let pullOut = () => {}
  let ended = 0
  const recorder = new Recorder(
    () => ended++,
    async (_onPiece, onGone) => {
      pullOut = onGone
      return { stop: async () => {} }
    },
  )
  expect(await recorder.start()).toBe(true)
  pullOut()
  expect(ended).toBe(1)
})
