import { expect, test } from 'vitest'
import { longestRecording, Recorder } from './recorder.ts'
import { wavRate } from './wav.ts'

test('at its limit a recording is ended once, however much is heard until the microphone is off', async () => {
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
  hear(longestRecording - 1)
  expect(stops).toEqual([])
  for (let second = 0; second < 4; second++) hear(1)
  // Somebody presses the button, too.
  stops.push(recorder.stop())
  off.resolve()
  const [first, ...others] = await Promise.all(stops)
  expect(first).toBe(true)
  expect(others).toEqual([false, false, false, false])
  expect(recorder.state).toMatchObject({ phase: 'stopped', recording: { seconds: longestRecording + 3 } })
  expect(await recorder.stop()).toBe(false)
})
