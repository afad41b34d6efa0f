import { expect, test } from 'vitest'
import { readEvents } from './ai-calls.ts'

test('events are read however the network splits them', async () => {
  const sent =
    'event: text\ndata: {"text":"Tea – "}\n\nevent: text\ndata: {"text":"\\n\\n cake"}\n\nevent: result\ndata: {}\n\nevent: te'
  const bytes = new TextEncoder().encode(sent)
  for (const size of [1, 3, 1000]) {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let from = 0; from < bytes.length; from += size)
          controller.enqueue(bytes.slice(from, from + size))
        controller.close()
      },
    })
    const events = []
    for await (const event of readEvents(body)) events.push(event)
    expect(events).toEqual([
      { event: 'text', data: '{"text":"Tea – "}' },
      { event: 'text', data: '{"text":"\\n\\n cake"}' },
      { event: 'result', data: '{}' },
    ])
  }
})
